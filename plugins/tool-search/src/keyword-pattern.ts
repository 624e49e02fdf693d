/** Scripts that put no blanks between words, so that a word has no edge there. */
const UNSPACED = "\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}";
const WORD_SIGN = `[[\\p{L}\\p{M}\\p{N}_]--[${UNSPACED}]]`;
const BEGINS_WITH_WORD = new RegExp(`^${WORD_SIGN}`, "v");
const ENDS_WITH_WORD = new RegExp(`${WORD_SIGN}$`, "v");

/**
 * Finds any of the keywords whole and whatever its case: `git` is not in "digital". undefined: there is no keyword, and so
 * nothing to find. Keywords are plain text; blanks in one stand for any run of blanks.
 */
export function keywordPattern(keywords: readonly string[]): RegExp | undefined {
  const parts = keywords
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== "")
    .map(partOf);
  return parts.length === 0 ? undefined : new RegExp(parts.join("|"), "iv");
}

function partOf(keyword: string): string {
  const text = keyword
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\\s+");
  const before = BEGINS_WITH_WORD.test(keyword) ? `(?<!${WORD_SIGN})` : "";
  const after = ENDS_WITH_WORD.test(keyword) ? `(?!${WORD_SIGN})` : "";
  return `${before}${text}${after}`;
}
