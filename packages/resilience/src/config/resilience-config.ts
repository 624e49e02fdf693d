import type { LoopDetectionConfig } from "../loop/loop-limits-from.js";

type Maybe<T> = T | null | undefined;
interface Part {
  readonly enabled?: Maybe<boolean>;
}
/** The `resilience` section as it is written; `null` and blank mean the default. */
export interface ResilienceConfig {
  readonly tool_call_gate?: Maybe<
    Part & {
      readonly max_corrections?: Maybe<number>;
      readonly max_empty_answers?: Maybe<number>;
      readonly tool_timeout_seconds?: Maybe<number>;
      readonly untimed_tools?: Maybe<readonly string[]>;
    }
  >;
  readonly history_repair?: Maybe<Part & { readonly strict_roles?: Maybe<boolean> }>;
  readonly model_errors?: Maybe<
    Part & {
      readonly max_attempts?: Maybe<number>;
      readonly base_delay_ms?: Maybe<number>;
      readonly max_delay_ms?: Maybe<number>;
      readonly max_retry_after_seconds?: Maybe<number>;
      readonly max_total_seconds?: Maybe<number>;
      readonly stall_timeout_seconds?: Maybe<number>;
      readonly first_chunk_timeout_seconds?: Maybe<number>;
      readonly require_finish_reason?: Maybe<boolean>;
      readonly fallback_models?: Maybe<readonly string[]>;
    }
  >;
  readonly loop_detection?: Maybe<LoopDetectionConfig>;
  readonly tool_output?: Maybe<
    Part & {
      readonly max_chars?: Maybe<number>;
      readonly preview_chars?: Maybe<number>;
      readonly fallback_max_chars?: Maybe<number>;
      readonly turn_max_chars?: Maybe<number>;
      readonly storage_dir?: Maybe<string>;
      readonly exempt_tools?: Maybe<readonly string[]>;
    }
  >;
  readonly summarization?: Maybe<
    Part & {
      readonly window_tokens?: Maybe<number>;
      readonly warn_percent?: Maybe<number>;
      readonly trigger_percent?: Maybe<number>;
      readonly keep_percent?: Maybe<number>;
      readonly model?: Maybe<string>;
    }
  >;
  readonly framing?: Maybe<Part & { readonly tags?: Maybe<readonly string[]> }>;
}
