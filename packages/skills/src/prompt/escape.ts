/**
 * The tags of the system message. A skill's text may not open or close one, or it could end its own block, forge another
 * skill, or pass for the list of deferred tools. Other tags stay as they are: skills are full of code samples.
 */
const FRAMEWORK_TAG =
  /<(?=[^\w<>]*(?:skill|available[-_]skills?|available[-_]deferred[-_]tools|system[-_]reminder)(?!\w))/gi;

/** Text for the inside of a block: the opening bracket of a framework tag becomes `&lt;`, all else is unchanged. */
export function neutraliseTags(text: string): string {
  return text.replace(FRAMEWORK_TAG, "&lt;");
}

/** One line of metadata: nothing in it can be a tag, an attribute's end or a new line. */
export function escapeMetadata(text: string): string {
  return text
    .replace(/\s+/gu, " ")
    .trim()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
