import { sanitize } from "../terminal/sanitize.js";
import { truncate, widthOf } from "../terminal/width.js";

/** Lines shown before and after the one that is meant. */
const AROUND = 1;
const FRAME_WIDTH = 100;
/** Characters before the column that stay in sight when the line is too long to be shown from its beginning. */
const BEFORE = 40;

/** The line that is meant with its neighbours, and a mark below the column; of long lines the part around the column. */
export function codeFrame(
  lines: readonly string[],
  position: { readonly line: number; readonly column: number },
): string {
  const first = Math.max(1, position.line - AROUND);
  const last = Math.min(lines.length, position.line + AROUND);
  const digits = String(last).length;
  const meant = shownLine(lines, position.line);
  const fits = widthOf(meant.slice(0, position.column)) <= FRAME_WIDTH - digits - "> ".length - " | ".length - 1;
  const start = fits ? 0 : Math.max(0, position.column - 1 - BEFORE);
  const shown: string[] = [];
  for (let number = first; number <= last; number++) {
    const isMeant = number === position.line;
    const text = isMeant && start > 0 ? `…${meant.slice(start)}` : shownLine(lines, number);
    const line = `${isMeant ? ">" : " "} ${String(number).padStart(digits)} | ${text}`;
    shown.push(truncate(line, FRAME_WIDTH).trimEnd());
    if (!isMeant) continue;
    const before = widthOf(meant.slice(start, position.column - 1)) + (start > 0 ? 1 : 0);
    shown.push(`  ${" ".repeat(digits)} | ${" ".repeat(before)}^`);
  }
  return shown.join("\n");
}

function shownLine(lines: readonly string[], number: number): string {
  return sanitize((lines[number - 1] ?? "").replaceAll("\t", "→"));
}
