import type { RunEvent, StopReason } from "@antler/plugin-api";

export type TaskState = "running" | "completed" | "failed" | "timed_out" | "cancelled";

/** One subagent at work, as people see it. Times are milliseconds since 1970. */
export interface TaskRow {
  readonly id: string;
  readonly type: string;
  readonly description: string;
  readonly model: string;
  /** null: no limit. */
  readonly maxTurns: number | null;
  readonly state: TaskState;
  readonly turns: number;
  readonly tokens: number;
  readonly lastTool: string | null;
  readonly startedAt: number;
  /** Of the execution; null while it runs. */
  readonly durationMs: number | null;
  readonly error: string | null;
  readonly stopReason: StopReason | null;
}
export type RunEnd = Extract<RunEvent, { type: "run_finished" }>;

/** What a run looks like now: a value computed from its events and nothing else. */
export interface RunView {
  readonly model: string;
  readonly startedAt: number;
  /** The tool the lead called last and has no answer for yet. */
  readonly leadTool: string | null;
  /** In the order they started. */
  readonly tasks: readonly TaskRow[];
  readonly end: RunEnd | null;
}
export const EMPTY_VIEW: RunView = { model: "", startedAt: 0, leadTool: null, tasks: [], end: null };

/** The view after one more event. Events about unknown tasks change nothing. */
export function reduceRunView(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case "run_started":
      return { ...EMPTY_VIEW, model: event.model, startedAt: Date.parse(event.time) };
    case "tool_call":
      if (event.task_id === null) return { ...view, leadTool: event.name };
      return changeTask(view, event.task_id, { lastTool: event.name });
    case "tool_result":
      return event.task_id === null ? { ...view, leadTool: null } : view;
    case "task_started":
      return { ...view, tasks: [...view.tasks, newRow(event)] };
    case "task_running": {
      const tool = event.step.tool_calls.at(-1)?.name ?? event.step.tool;
      const progress = { turns: event.turns, tokens: event.usage.total_tokens };
      return changeTask(view, event.task_id, tool === null ? progress : { ...progress, lastTool: tool });
    }
    case "task_completed":
    case "task_failed":
    case "task_timed_out":
    case "task_cancelled":
      return changeTask(view, event.task_id, {
        state: END_STATES[event.type],
        turns: event.turns,
        tokens: event.usage.total_tokens,
        durationMs: event.duration_ms,
        error: event.type === "task_completed" ? null : event.error,
        stopReason: event.stop_reason,
      });
    case "run_finished":
      return { ...view, leadTool: null, end: event };
    default:
      return view;
  }
}

const END_STATES = {
  task_completed: "completed",
  task_failed: "failed",
  task_timed_out: "timed_out",
  task_cancelled: "cancelled",
} as const satisfies Record<string, TaskState>;

function newRow(event: Extract<RunEvent, { type: "task_started" }>): TaskRow {
  return {
    id: event.task_id,
    type: event.subagent_type,
    description: event.description,
    model: event.model,
    maxTurns: event.max_turns,
    state: "running",
    turns: 0,
    tokens: 0,
    lastTool: null,
    startedAt: Date.parse(event.time),
    durationMs: null,
    error: null,
    stopReason: null,
  };
}

/** A task that has ended keeps its end: what comes late is dropped. */
function changeTask(view: RunView, id: string, change: Partial<TaskRow>): RunView {
  const tasks = view.tasks.map((row) => (row.id === id && row.state === "running" ? { ...row, ...change } : row));
  return { ...view, tasks };
}
