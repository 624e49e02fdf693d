import { createHash } from "node:crypto";
import type { Json, SubagentOutcome, TokenUsage } from "@antler/plugin-api";
import { shorten } from "./shorten.js";

/** Characters of the brief, head and tail together. The text itself is not cut. */
const BRIEF_CHARACTERS = 2_000;

export interface OutcomeFacts extends Partial<Omit<SubagentOutcome, "status">> {
  readonly status: SubagentOutcome["status"] | "polling_timed_out";
}

/** `additional_kwargs` of the lead's ToolMessage: what became of the task, so that nobody parses the sentence. */
export function outcomeMetadata(outcome: OutcomeFacts): { readonly [key: string]: Json } {
  const { status, result, error, stopReason, model, usage, turns, durationMs, taskId } = outcome;
  return {
    subagent_status: status,
    ...(taskId === undefined ? {} : { subagent_task_id: taskId }),
    ...(typeof result === "string"
      ? { subagent_result_brief: shorten(result, BRIEF_CHARACTERS), subagent_result_sha256: sha256(result) }
      : {}),
    ...(typeof error === "string" ? { subagent_error: shorten(error, BRIEF_CHARACTERS) } : {}),
    ...(typeof stopReason === "string" ? { subagent_stop_reason: stopReason } : {}),
    ...(model === undefined ? {} : { subagent_model_name: model }),
    ...(usage === undefined ? {} : { subagent_token_usage: usageJson(usage) }),
    ...(turns === undefined ? {} : { subagent_turns: turns }),
    ...(durationMs === undefined ? {} : { subagent_duration_ms: durationMs }),
  };
}

/** The ToolMessage's `artifact`: the same facts under the names of the events. */
export function outcomeArtifact(outcome: SubagentOutcome): { readonly [key: string]: Json } {
  return {
    task_id: outcome.taskId,
    status: outcome.status,
    stop_reason: outcome.stopReason,
    model: outcome.model,
    usage: usageJson(outcome.usage),
    turns: outcome.turns,
    duration_ms: outcome.durationMs,
    error: outcome.error,
  };
}

function usageJson(usage: TokenUsage): { readonly [key: string]: Json } {
  return {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    total_tokens: usage.total_tokens,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
