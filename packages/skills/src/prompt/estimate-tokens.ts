/** Of Latin text: the usual rule of thumb for the tokenizers in use. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * How many tokens a text costs, roughly and without a tokenizer: a quarter of its characters, and one for each character
 * beyond U+2E80 (Chinese, Japanese, Korean, emoji), which tokenizers do not put together.
 */
export function estimateTokens(text: string): number {
  const wide = text.match(/[\u{2E80}-\u{10FFFF}]/gu)?.length ?? 0;
  return Math.ceil((text.length - wide) / CHARACTERS_PER_TOKEN) + wide;
}
