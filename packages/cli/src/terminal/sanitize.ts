import { stripVTControlCharacters } from "node:util";

// C0 except tab and newline, DEL, C1: a terminal acts on them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Marks that reorder what stands around them, so that text can pose as something else.
const BIDI = /[\u202a-\u202e\u2066-\u2069]/g;

/** Text from a model, a tool or a file, made harmless for a terminal: no escape sequences, no control characters. */
export function sanitize(text: string): string {
  return stripVTControlCharacters(text.replaceAll("\r\n", "\n")).replace(CONTROL, "").replace(BIDI, "");
}

/** The same on one line: every run of white space becomes one blank. */
export function oneLine(text: string): string {
  return sanitize(text.replace(/\s+/g, " ")).trim();
}
