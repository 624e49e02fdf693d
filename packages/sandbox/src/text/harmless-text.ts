import { stripVTControlCharacters } from "node:util";

/** Control characters but tab and line feed, C1 included: a terminal would act on them. */
const CONTROL = /[^\P{Cc}\t\n]/gu;
/** Sequences that carry text for the terminal (titles, clipboard), up to their end or the end of the line. */
const OPENING = String.raw`(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])`;
const STRINGS = new RegExp(OPENING + String.raw`[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?`, "g");

/**
 * Output of a command as text that no terminal acts on: escape sequences removed, other control characters shown as U+FFFD, invalid
 * UTF-8 as U+FFFD, line ends as `\n`. Nothing else is changed.
 */
export function harmlessText(data: Uint8Array): string {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(data).replace(/\r\n?/g, "\n");
  return stripVTControlCharacters(text.replace(STRINGS, "")).replace(CONTROL, "\ufffd");
}
