import { formatPosition, type RunEvent, type ToolDecision } from "@antler/plugin-api";
import { duration, fullCount, plural } from "../terminal/format-number.js";
import { oneLine } from "../terminal/sanitize.js";
import { sentences } from "../terminal/sentences.js";
import { truncate } from "../terminal/width.js";

/** Long enough for a sentence with a path, short enough for a log. Cells. */
const LINE_WIDTH = 200;
/** Of the longest type, `context_summarized`. */
const TYPE_WIDTH = 18;

/** One event as one line, for logs and pipes. undefined: an event that comes many times a second (`text_delta`). */
export function eventLine(event: RunEvent): string | undefined {
  const words = describe(event);
  if (words === undefined) return undefined;
  return truncate(`${event.type.padEnd(TYPE_WIDTH)} ${oneLine(words)}`, LINE_WIDTH);
}

function describe(event: RunEvent): string | undefined {
  switch (event.type) {
    case "run_started":
      return `run ${event.run_id}, thread ${event.thread_id}, model ${event.model}`;
    case "text_delta":
      return undefined;
    case "tool_call":
      return `${agentOf(event)} ${event.name} ${JSON.stringify(event.args)}`;
    case "tool_result":
      return `${agentOf(event)} ${event.name} ${event.status === "error" ? "error: " : ""}${event.text}`;
    case "calls_dropped":
      return droppedText(event);
    case "tools_resolved":
      return `${agentOf(event)} has ${plural(event.kept.length, "tool")}${removedText(event.removed)}`;
    case "task_started":
      return `${event.task_id} ${event.subagent_type} "${event.description}" (model ${event.model}${turnLimit(event.max_turns)})`;
    case "task_running":
      return `${event.task_id} turn ${event.turns}: ${stepText(event.step)}`;
    case "task_completed":
      return `${event.task_id} ${costText(event)}: ${event.result}`;
    case "task_failed":
    case "task_timed_out":
    case "task_cancelled":
      return `${event.task_id} ${costText(event)}: ${event.error}`;
    case "warning":
      return warningText(event);
    case "llm_retry":
      return `${agentOf(event)} ${retryText(event)}`;
    case "history_repaired":
      return `${agentOf(event)} ${event.changes.join(" ")}`;
    case "context_summarized":
      return `${agentOf(event)} ${summaryText(event)}`;
    case "run_finished":
      return `${event.status}${event.error === null ? "" : `: ${event.error.message}`}${stopText(event.stop_reason)}`;
  }
}

/** `2 task calls dropped: limit 3, subagents.max_concurrent` */
export function droppedText(event: { readonly count: number; readonly limit: number; readonly key: string }): string {
  return `${plural(event.count, "task call")} dropped: limit ${event.limit}, ${event.key}`;
}

export function warningText(event: Extract<RunEvent, { type: "warning" }>): string {
  const place = event.position === null ? "" : ` at ${formatPosition(event.position)}`;
  return `${sentences(event.message, event.hint)} (${event.code}${place})`;
}

/** `attempt 1 of 3 failed (429 Too Many Requests), asks main again in 2.0s` */
export function retryText(event: Extract<RunEvent, { type: "llm_retry" }>): string {
  const attempt = `attempt ${event.attempt} of ${event.max_attempts} failed (${event.reason})`;
  return `${attempt}, asks ${event.model} again in ${duration(event.wait_ms)}`;
}

/** `40 messages summarised: about 90,000 tokens become 20,000` */
export function summaryText(event: Extract<RunEvent, { type: "context_summarized" }>): string {
  const tokens = `about ${fullCount(event.tokens_before)} tokens become ${fullCount(event.tokens_after)}`;
  return `${plural(event.messages, "message")} summarised: ${tokens}`;
}

interface TaskCost {
  readonly usage: { readonly total_tokens: number };
  readonly turns: number;
  readonly duration_ms: number;
  readonly stop_reason: string | null;
}
function costText(end: TaskCost): string {
  const cost = `${plural(end.turns, "turn")}, ${fullCount(end.usage.total_tokens)} tokens, ${duration(end.duration_ms)}`;
  return `${cost}${stopText(end.stop_reason)}`;
}
function stopText(reason: string | null): string {
  return reason === null ? "" : ` (${reason})`;
}
function turnLimit(limit: number | null): string {
  return limit === null ? "" : `, at most ${plural(limit, "turn")}`;
}
function agentOf(event: { readonly agent: string; readonly task_id: string | null }): string {
  return event.task_id === null ? event.agent : `${event.agent} ${event.task_id}`;
}
function removedText(removed: readonly ToolDecision[]): string {
  return removed.length === 0 ? "" : `, not: ${removed.map((tool) => tool.name).join(", ")}`;
}
function stepText(step: Extract<RunEvent, { type: "task_running" }>["step"]): string {
  if (step.type === "tool") return `${step.tool ?? "tool"} answered ${step.text}`;
  const calls = step.tool_calls.map((call) => `${call.name} ${JSON.stringify(call.args)}`).join(", ");
  return [step.text, calls].filter((part) => part !== "").join(" ");
}
