import { cutMiddle } from "./cut-middle.js";

/** The message that stands for an output that was moved to a file. At most about `maxChars` characters and a line of text. */
export function storedOutputPreview(tool: string, text: string, path: string, maxChars: number): string {
  const { head, tail, omitted } = cutMiddle(text, Math.ceil((maxChars * 2) / 3), Math.floor(maxChars / 3));
  return [
    head,
    `[... ${omitted} chars omitted from ${tool} output of ${text.length} chars. The full text is in ${path}: read on there with read_file.]`,
    tail,
  ].join("\n");
}

/** The same for an output that could be stored nowhere. At most `maxChars` characters. */
export function cutOutput(tool: string, text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = (omitted: number): string =>
    `\n[... ${omitted} chars omitted from ${tool} output. Ask for less at a time to see them.]\n`;
  const room = Math.max(0, maxChars - note(text.length).length);
  const { head, tail, omitted } = cutMiddle(text, Math.ceil((room * 2) / 3), Math.floor(room / 3));
  return `${head}${note(omitted)}${tail}`;
}
