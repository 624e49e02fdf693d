import { duration, plural } from "../terminal/format-number.js";
import { oneLine } from "../terminal/sanitize.js";
import type { Paint, Tone } from "../terminal/style.js";
import { fit, truncate, widthOf } from "../terminal/width.js";
import type { TaskRow, TaskState } from "./run-view.js";

const MARKS: Record<Exclude<TaskState, "running">, readonly [mark: string, tone: Tone, word: string]> = {
  completed: ["✓", "good", "done"],
  failed: ["✗", "bad", "failed"],
  timed_out: ["✗", "bad", "timed out"],
  cancelled: ["-", "warn", "cancelled"],
};

/** The one line that stays of a task: how it ended, what it was, what it cost, and the error if there is one. */
export function settledLine(row: TaskRow, columns: number, paint: Paint): string {
  const [mark, tone, word] = MARKS[row.state === "running" ? "cancelled" : row.state];
  const cost = `${plural(row.turns, "turn")}, ${plural(row.tokens, "token")}, ${duration(row.durationMs ?? 0)}`;
  const capped = row.stopReason === null ? "" : ` (${oneLine(row.stopReason).replaceAll("_", " ")})`;
  const end = row.error === null ? `${cost}${capped}` : `${word}${capped}: ${oneLine(row.error)}`;
  const typeWidth = columns >= 72 ? 16 : 10;
  const descriptionWidth = Math.max(8, Math.floor((columns - typeWidth - 4) * 0.4));
  const head = `${fit(oneLine(row.type), typeWidth)} ${fit(oneLine(row.description), descriptionWidth)} `;
  const text = truncate(`${head}${end}`, columns - 2);
  // The error stands out; the rest is plain, so that the marks carry the picture.
  const cut = Math.min(text.length, head.length);
  const tail = text.slice(cut);
  return `${paint(tone, mark)} ${text.slice(0, cut)}${widthOf(tail) === 0 ? "" : paint(row.error === null ? "dim" : tone, tail)}`;
}
