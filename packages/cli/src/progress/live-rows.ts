import { duration, shortCount } from "../terminal/format-number.js";
import { oneLine } from "../terminal/sanitize.js";
import type { Paint } from "../terminal/style.js";
import { fit, truncate } from "../terminal/width.js";
import type { RunView, TaskRow } from "./run-view.js";

export interface RowLayout {
  /** Cells per line; no line is wider. */
  readonly columns: number;
  /** Lines at most; what does not fit is counted in one line. */
  readonly maxLines: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly paint: Paint;
  /** What stands below the rows, for example what the user types. */
  readonly footer?: string | undefined;
}

/** What changes in place on a terminal: the subagents that run, then one line about the lead. Empty after the end. */
export function liveRows(view: RunView, layout: RowLayout): readonly string[] {
  if (view.end !== null || view.startedAt === 0) return [];
  const running = view.tasks.flatMap((row, index) => (row.state === "running" ? [{ row, number: index + 1 }] : []));
  const lines = running.length === 0 ? [] : [layout.paint("dim", titleLine(layout.columns))];
  const room = Math.max(1, layout.maxLines - (layout.footer === undefined ? 2 : 3));
  const shown = running.length > room ? running.slice(0, Math.max(1, room - 1)) : running;
  lines.push(...shown.map(({ row, number }) => taskLine(row, number, layout)));
  if (shown.length < running.length)
    lines.push(layout.paint("dim", `   and ${running.length - shown.length} more running`));
  lines.push(leadLine(view, layout));
  if (layout.footer !== undefined) lines.push(truncate(layout.footer, layout.columns));
  return lines;
}

interface Columns {
  readonly type: number;
  readonly description: number;
  readonly tool: number;
}
const MARK = 2;
const TURNS = 7;
const TOKENS = 6;
const SECONDS = 6;

/** One blank between columns; the description takes what is left. */
function columnWidths(columns: number): Columns {
  const wide = columns >= 72;
  const type = wide ? 16 : 10;
  const tool = wide ? 14 : 0;
  const fixed = MARK + 1 + type + 1 + 1 + TURNS + 1 + TOKENS + 1 + SECONDS + (wide ? 1 + tool : 0);
  return { type, tool, description: Math.max(0, columns - fixed) };
}

function titleLine(columns: number): string {
  return line(columns, "", ["subagent", "task", "turns", "tokens", "time", "last tool"]);
}

/** Rows are numbered in the order the tasks started; people name a task by its number. */
function taskLine(row: TaskRow, number: number, { columns, now, paint }: RowLayout): string {
  const turns = row.maxTurns === null ? String(row.turns) : `${row.turns}/${row.maxTurns}`;
  const time = duration(now - row.startedAt);
  const mark = String(number);
  const text = line(columns, mark, [
    row.type,
    row.description,
    turns,
    shortCount(row.tokens),
    time,
    row.lastTool ?? "",
  ]);
  return paint("accent", text.slice(0, mark.length)) + text.slice(mark.length);
}

function line(columns: number, mark: string, cells: readonly [string, string, string, string, string, string]): string {
  const widths = columnWidths(columns);
  const [type, description, turns, tokens, time, tool] = cells;
  const parts = [
    fit(oneLine(type), widths.type),
    fit(oneLine(description), widths.description),
    fit(turns, TURNS, "right"),
    fit(tokens, TOKENS, "right"),
    fit(time, SECONDS, "right"),
    ...(widths.tool === 0 ? [] : [truncate(oneLine(tool), widths.tool)]),
  ];
  return truncate(`${fit(mark, MARK)} ${parts.join(" ")}`.trimEnd(), columns);
}

function leadLine(view: RunView, { columns, now, paint }: RowLayout): string {
  const running = view.tasks.filter((row) => row.state === "running").length;
  const doing =
    running > 0
      ? `waits for ${running} ${running === 1 ? "subagent" : "subagents"}`
      : view.leadTool === null
        ? `asks ${oneLine(view.model)}`
        : `runs ${oneLine(view.leadTool)}`;
  return paint("dim", truncate(`   lead ${doing}, ${duration(now - view.startedAt)}`, columns));
}
