/**
 * A token estimate without a vocabulary: four Latin characters, or one and a half of other scripts, make about one token
 * in the vocabularies of the last years. Tends to count too many, which is the safe side.
 */
export function estimateTextTokens(text: string): number {
  let wide = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0x2e7f) wide++;
  return Math.ceil((text.length - wide) / 4 + wide / 1.5);
}

/** What one message costs beside its text: role, separators. */
export const MESSAGE_OVERHEAD_TOKENS = 4;
/** What providers charge for an image of usual size, in tokens; the upper end of the common price lists. */
export const IMAGE_TOKENS = 1600;
