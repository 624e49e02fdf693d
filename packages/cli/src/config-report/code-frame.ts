import { sanitize } from "../terminal/sanitize.js";
import { truncate, widthOf } from "../terminal/width.js";

/** Lines shown before and after the one that is meant. */
const AROUND = 1;
const FRAME_WIDTH = 100;

/** The line that is meant with its neighbours, and a mark below the column. */
export function codeFrame(text: string, position: { readonly line: number; readonly column: number }): string {
  const lines = text.split(/\r?\n/);
  const first = Math.max(1, position.line - AROUND);
  const last = Math.min(lines.length, position.line + AROUND);
  const digits = String(last).length;
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const line = sanitize((lines[number - 1] ?? "").replaceAll("\t", "→"));
    const mark = number === position.line ? ">" : " ";
    shown.push(truncate(`${mark} ${String(number).padStart(digits)} | ${line}`, FRAME_WIDTH).trimEnd());
    if (number !== position.line) continue;
    const before = widthOf(line.slice(0, position.column - 1));
    shown.push(`  ${" ".repeat(digits)} | ${" ".repeat(before)}^`);
  }
  return shown.join("\n");
}
