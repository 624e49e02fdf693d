import type { BackoffSettings } from "./backoff.js";
import type { WatchLimits } from "./watch-call.js";

/** How model calls are made and repeated. */
export interface ModelCallSettings extends BackoffSettings, WatchLimits {
  /** How often one call is made in all, per model. */
  readonly maxAttempts: number;
  /** No new attempt starts later than this after the first one, in milliseconds. */
  readonly maxTotalMs: number;
  readonly requireFinishReason: boolean;
  /** Names of `models` entries to ask in turn when a model has failed for good. */
  readonly fallbackModels: readonly string[];
}

/**
 * Three attempts with waits of about one and two seconds outlast the usual hiccup. Reasoning models may think for minutes
 * before the first chunk; between chunks, two minutes of silence are a broken connection.
 */
export const DEFAULT_MODEL_CALL_SETTINGS: ModelCallSettings = {
  maxAttempts: 3,
  baseDelayMs: 1000,
  maxDelayMs: 8000,
  maxRetryAfterMs: 60_000,
  maxTotalMs: 900_000,
  firstChunkMs: 600_000,
  stallMs: 120_000,
  requireFinishReason: true,
  fallbackModels: [],
};
