import type { RunEvent } from "@antler/plugin-api";
import { createLogUpdate } from "log-update";
import { columnsOf, type Output } from "../terminal/io.js";
import { oneLine } from "../terminal/sanitize.js";
import type { Paint } from "../terminal/style.js";
import { truncate } from "../terminal/width.js";
import { droppedText, retryText, summaryText, warningText } from "./event-line.js";
import { liveRows } from "./live-rows.js";
import type { Progress } from "./progress.js";
import { EMPTY_VIEW, type RunView, reduceRunView } from "./run-view.js";
import { settledLine } from "./settled-line.js";

/** Ten redraws a second at most: the view changes on ticks only, however many events come between two. */
const TICK_MS = 100;
/** Without an event the running seconds are brought up to date this often, in ticks. */
const IDLE_TICKS = 5;

export interface TerminalProgress extends Progress {
  /** Takes the rows away, so that others can write to the terminal, until the next event. */
  suspend(): void;
  readonly view: RunView;
}

/** Rows that change in place at the bottom of the terminal; a task that ends leaves one line above them. */
export function terminalProgress(output: Output, paint: Paint, footer?: () => string): TerminalProgress {
  const update = createLogUpdate(output);
  let view: RunView = EMPTY_VIEW;
  let settled: string[] = [];
  let idle = IDLE_TICKS;
  let stopped = false;
  let suspended = false;

  const draw = (): void => {
    idle = 0;
    if (settled.length > 0) update.persist(settled.splice(0).join("\n"));
    // One cell less than there is: a full last column makes some terminals wrap.
    const layout = {
      columns: columnsOf(output) - 1,
      maxLines: (output.rows ?? 24) - 1,
      now: Date.now(),
      paint,
      footer: footer?.(),
    };
    update(liveRows(view, layout).join("\n"));
  };
  const timer = setInterval(() => {
    if (!suspended && ++idle >= IDLE_TICKS) draw();
  }, TICK_MS);
  timer.unref();

  return {
    accept(event) {
      view = reduceRunView(view, event);
      const line = lastingLine(event, view, columnsOf(output) - 1, paint);
      if (line !== undefined) settled.push(line);
      if (event.type === "text_delta") return;
      suspended = false;
      idle = IDLE_TICKS;
    },
    suspend() {
      if (suspended || stopped) return;
      draw();
      update.clear();
      suspended = true;
    },
    get view() {
      return view;
    },
    stop() {
      if (stopped) return;
      stopped = true;
      clearInterval(timer);
      if (settled.length > 0) update.persist(settled.join("\n"));
      settled = [];
      update.clear();
      update.done();
    },
  };
}

/** What an event leaves behind on the terminal, if anything. */
export function lastingLine(event: RunEvent, view: RunView, columns: number, paint: Paint): string | undefined {
  switch (event.type) {
    case "task_completed":
    case "task_failed":
    case "task_timed_out":
    case "task_cancelled": {
      const row = view.tasks.find((candidate) => candidate.id === event.task_id);
      return row === undefined ? undefined : settledLine(row, columns, paint);
    }
    case "calls_dropped":
      return paint("warn", truncate(`! ${oneLine(droppedText(event))}`, columns));
    case "warning":
      // Not cut: the advice is at its end. The terminal wraps it.
      return paint("warn", `! ${oneLine(warningText(event))}`);
    case "llm_retry":
      return paint("warn", truncate(`! ${oneLine(event.agent)}: ${oneLine(retryText(event))}`, columns));
    case "context_summarized":
      return paint("dim", truncate(`  ${oneLine(event.agent)}: ${summaryText(event)}`, columns));
    default:
      return undefined;
  }
}
