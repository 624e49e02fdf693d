export type LineRange = { readonly text: string } | { readonly problem: string };

/** The lines of a text without the empty one after a last line end. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Lines `start` to `end`, both from 1 and inclusive; an end behind the last line is the last line. */
export function lineRange(
  text: string,
  start: number | undefined,
  end: number | undefined,
  numbered: boolean,
): LineRange {
  const lines = linesOf(text);
  const first = start ?? 1;
  const last = end ?? lines.length;
  if (first < 1 || last < 1) return { problem: "start_line and end_line count from 1." };
  if (start !== undefined && end !== undefined && end < start)
    return { problem: `end_line ${end} is before start_line ${start}.` };
  if (first > Math.max(1, lines.length))
    return { problem: `start_line ${first} is past the end: the file has ${lines.length} lines.` };
  if (start === undefined && end === undefined && !numbered) return { text };
  const chosen = lines.slice(first - 1, last);
  return { text: (numbered ? chosen.map((line, index) => `${first + index}\t${line}`) : chosen).join("\n") };
}
