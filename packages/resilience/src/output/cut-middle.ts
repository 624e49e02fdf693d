/** Text without its middle. Cuts fall between whole characters. */
export interface MiddleCut {
  readonly head: string;
  readonly tail: string;
  /** Characters (UTF-16 units) left out. */
  readonly omitted: number;
}

/** Keeps up to `headChars` at the start and `tailChars` at the end. */
export function cutMiddle(text: string, headChars: number, tailChars: number): MiddleCut {
  if (text.length <= headChars + tailChars) return { head: text, tail: "", omitted: 0 };
  const head = text.slice(0, boundaryBefore(text, headChars));
  const tail = text.slice(boundaryAfter(text, text.length - tailChars));
  return { head, tail, omitted: text.length - head.length - tail.length };
}

function boundaryBefore(text: string, index: number): number {
  return splitsPair(text, index) ? index - 1 : index;
}
function boundaryAfter(text: string, index: number): number {
  return splitsPair(text, index) ? index + 1 : index;
}
function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff;
}
