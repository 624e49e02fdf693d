import type { RunEventBody, SubagentTask } from "@antler/plugin-api";

/** An ended task that has not unwound in its grace time: something of it ignores the abort signal. */
export function leftBehindEvent({ id, description }: SubagentTask, graceMs: number): RunEventBody {
  return {
    type: "warning",
    code: "ANTLER_TASK_LEFT_BEHIND",
    message: `the task "${description}" (${id}) has ended but something of it still runs after ${graceMs / 1000} s`,
    hint: "A tool or model of it ignores the abort signal. Its late result is discarded.",
    position: null,
  };
}
