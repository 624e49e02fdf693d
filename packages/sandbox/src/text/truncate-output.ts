/**
 * Head and tail in equal parts around a mark that says how much is missing. Never longer than `max` characters; 0 is no limit.
 * Cuts between characters, not inside a surrogate pair.
 */
export function truncateMiddle(text: string, max: number): string {
  if (max === 0 || text.length <= max) return text;
  const mark = (skipped: number): string => `\n... [middle truncated: ${skipped} chars skipped] ...\n`;
  const kept = max - mark(text.length).length;
  if (kept <= 0) return headOf(text, max);
  const head = headOf(text, Math.floor(kept / 2));
  const tail = tailOf(text, kept - Math.floor(kept / 2));
  return head + mark(text.length - head.length - tail.length) + tail;
}

/** The head and a mark with advice how to see the rest. Never longer than `max` characters; 0 is no limit. */
export function truncateTail(text: string, max: number, advice: string): string {
  if (max === 0 || text.length <= max) return text;
  const mark = (shown: number): string =>
    `\n... [truncated: showing first ${shown} of ${text.length} chars. ${advice}] ...`;
  const kept = max - mark(text.length).length;
  if (kept <= 0) return headOf(text, max);
  const head = headOf(text, kept);
  return head + mark(head.length);
}

export type TruncatedTool = "bash" | "read_file" | "ls";
const ADVICE = {
  read_file: "Use start_line/end_line to read a range",
  ls: "Use a more specific path to see fewer entries",
};

/** The cut that each tool makes. */
export function truncateOutput(tool: TruncatedTool, text: string, max: number): string {
  return tool === "bash" ? truncateMiddle(text, max) : truncateTail(text, max, ADVICE[tool]);
}

function headOf(text: string, length: number): string {
  const end = isLowSurrogate(text, length) ? length - 1 : length;
  return text.slice(0, Math.max(0, end));
}
function tailOf(text: string, length: number): string {
  const start = text.length - length;
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start);
}
/** Whether the character at `index` is the second half of a pair. */
function isLowSurrogate(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff;
}
