import type { Json } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { ToolDecision } from "./tool.js";
import type { StopReason, TokenUsage } from "./usage.js";

/** One step of a subagent, as the lead's stream shows it. Texts are cut to 2,000 characters. */
export interface TaskStep {
  /** From 1. */
  readonly index: number;
  readonly type: "ai" | "tool";
  readonly text: string;
  /** Calls that an AI message asks for. */
  readonly tool_calls: readonly { readonly name: string; readonly args: Json }[];
  /** The tool that answered, for type `tool`. */
  readonly tool: string | null;
}
interface TaskEnd {
  readonly task_id: string;
  readonly usage: TokenUsage;
  readonly turns: number;
  readonly duration_ms: number;
  readonly model: string;
  readonly stop_reason: StopReason | null;
}

/** What happened, without the frame that the run adds. Field names are the JSON names of `antler run --json`. */
export type RunEventBody =
  | { readonly type: "run_started"; readonly thread_id: string; readonly model: string; readonly prompt: string }
  | { readonly type: "text_delta"; readonly text: string }
  | {
      readonly type: "tool_call";
      readonly agent: string;
      readonly task_id: string | null;
      readonly call_id: string;
      readonly name: string;
      readonly args: Json;
    }
  | {
      readonly type: "tool_result";
      readonly agent: string;
      readonly task_id: string | null;
      readonly call_id: string;
      readonly name: string;
      readonly status: "success" | "error";
      /** Cut to 2,000 characters. */
      readonly text: string;
    }
  /** `key` is the config key that sets the limit. */
  | { readonly type: "calls_dropped"; readonly count: number; readonly limit: number; readonly key: string }
  | {
      readonly type: "tools_resolved";
      readonly agent: string;
      readonly task_id: string | null;
      readonly kept: readonly string[];
      readonly removed: readonly ToolDecision[];
      /** One record a tool, removed ones included; the same as `antler tools explain`. */
      readonly tools: readonly ToolDecision[];
    }
  | {
      readonly type: "task_started";
      readonly task_id: string;
      readonly tool_call_id: string;
      readonly subagent_type: string;
      readonly description: string;
      readonly model: string;
      readonly max_turns: number | null;
    }
  | {
      readonly type: "task_running";
      readonly task_id: string;
      readonly step: TaskStep;
      readonly message_index: number;
      readonly total_messages: number;
      readonly usage: TokenUsage;
      readonly turns: number;
      readonly model: string;
    }
  | ({ readonly type: "task_completed"; readonly result: string } & TaskEnd)
  | ({ readonly type: "task_failed" | "task_timed_out" | "task_cancelled"; readonly error: string } & TaskEnd)
  /** A model call failed and is made again after `wait_ms`. Text deltas of the failed attempt are void. */
  | {
      readonly type: "llm_retry";
      readonly agent: string;
      readonly task_id: string | null;
      /** The `models` entry that is asked next; another one than before when a fallback takes over. */
      readonly model: string;
      /** The attempt that failed, from 1. */
      readonly attempt: number;
      readonly max_attempts: number;
      readonly wait_ms: number;
      readonly reason: string;
    }
  /** The history sent to the model differs from the stored one. One sentence a change; each change is told once. */
  | {
      readonly type: "history_repaired";
      readonly agent: string;
      readonly task_id: string | null;
      readonly changes: readonly string[];
    }
  /** Older messages are sent to the model as a summary from here on. Token counts are estimates. */
  | {
      readonly type: "context_summarized";
      readonly agent: string;
      readonly task_id: string | null;
      readonly messages: number;
      readonly tokens_before: number;
      readonly tokens_after: number;
    }
  | {
      readonly type: "warning";
      readonly code: string;
      readonly message: string;
      readonly hint: string | null;
      readonly position: SourcePosition | null;
    }
  | {
      readonly type: "run_finished";
      readonly status: RunStatus;
      readonly text: string;
      readonly usage: TokenUsage;
      readonly turns: number;
      readonly stop_reason: StopReason | null;
      readonly error: RunError | null;
      readonly duration_ms: number;
    };
/** Why a run failed. `position`: the place in the config that it is about. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly position: SourcePosition | null;
}
export type RunStatus = "completed" | "failed" | "cancelled";

/** An event of a run. `seq` counts from 1 without gaps; `time` is ISO 8601. `run_finished` is always the last. */
export type RunEvent = { readonly run_id: string; readonly seq: number; readonly time: string } & RunEventBody;

/** Gets every event of every run. Must not throw; what it throws is dropped. */
export interface EventSink {
  readonly name: string;
  accept(event: RunEvent): void;
}
