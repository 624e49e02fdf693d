import { DEFAULT_SUMMARIZATION_SETTINGS, type SummarizationSettings } from "../context/summarization-settings.js";
import { DEFAULT_FRAMING_TAGS } from "../framing/neutralize-framing.js";
import { DEFAULT_GATE_SETTINGS, type GateSettings } from "../gate/gate-settings.js";
import type { LoopLimits } from "../loop/loop-limits.js";
import { loopLimitsFrom } from "../loop/loop-limits-from.js";
import { DEFAULT_MODEL_CALL_SETTINGS, type ModelCallSettings } from "../model/model-call-settings.js";
import { DEFAULT_OUTPUT_SETTINGS, type OutputSettings } from "../output/output-settings.js";
import type { ResilienceConfig } from "./resilience-config.js";

/** Every part with its settings; undefined: switched off. */
export interface ResilienceSettings {
  readonly gate: GateSettings | undefined;
  readonly historyRepair: { readonly strictRoles: boolean } | undefined;
  readonly modelCalls: ModelCallSettings | undefined;
  readonly loops: LoopLimits | undefined;
  readonly output: OutputSettings | undefined;
  readonly summarization: SummarizationSettings | undefined;
  readonly framing: { readonly tags: readonly string[] } | undefined;
}

/** Fills in defaults and converts to milliseconds. */
export function settingsFrom(config: ResilienceConfig): ResilienceSettings {
  return {
    gate: ifEnabled(config.tool_call_gate, (part) => ({
      maxCorrections: part.max_corrections ?? DEFAULT_GATE_SETTINGS.maxCorrections,
      maxEmptyAnswers: part.max_empty_answers ?? DEFAULT_GATE_SETTINGS.maxEmptyAnswers,
      toolTimeoutMs: milliseconds(part.tool_timeout_seconds) ?? DEFAULT_GATE_SETTINGS.toolTimeoutMs,
      untimedTools: new Set(part.untimed_tools ?? DEFAULT_GATE_SETTINGS.untimedTools),
    })),
    historyRepair: ifEnabled(config.history_repair, (part) => ({ strictRoles: part.strict_roles ?? false })),
    modelCalls: ifEnabled(config.model_errors, modelCallSettings),
    loops: ifEnabled(config.loop_detection, loopLimitsFrom),
    output: ifEnabled(config.tool_output, (part) => ({
      maxChars: part.max_chars ?? DEFAULT_OUTPUT_SETTINGS.maxChars,
      previewChars: part.preview_chars ?? DEFAULT_OUTPUT_SETTINGS.previewChars,
      fallbackMaxChars: part.fallback_max_chars ?? DEFAULT_OUTPUT_SETTINGS.fallbackMaxChars,
      turnMaxChars: part.turn_max_chars ?? DEFAULT_OUTPUT_SETTINGS.turnMaxChars,
      storageDir: (part.storage_dir ?? DEFAULT_OUTPUT_SETTINGS.storageDir).replace(/\/+$/, ""),
      exemptTools: new Set(part.exempt_tools ?? DEFAULT_OUTPUT_SETTINGS.exemptTools),
    })),
    summarization: ifEnabled(config.summarization, (part) => ({
      windowTokens: part.window_tokens ?? DEFAULT_SUMMARIZATION_SETTINGS.windowTokens,
      warnPercent: part.warn_percent ?? DEFAULT_SUMMARIZATION_SETTINGS.warnPercent,
      triggerPercent: part.trigger_percent ?? DEFAULT_SUMMARIZATION_SETTINGS.triggerPercent,
      keepPercent: part.keep_percent ?? DEFAULT_SUMMARIZATION_SETTINGS.keepPercent,
      model: part.model ?? DEFAULT_SUMMARIZATION_SETTINGS.model,
    })),
    framing: ifEnabled(config.framing, (part) => ({ tags: part.tags ?? DEFAULT_FRAMING_TAGS })),
  };
}

function modelCallSettings(part: NonNullable<ResilienceConfig["model_errors"]>): ModelCallSettings {
  const defaults = DEFAULT_MODEL_CALL_SETTINGS;
  return {
    maxAttempts: part.max_attempts ?? defaults.maxAttempts,
    baseDelayMs: part.base_delay_ms ?? defaults.baseDelayMs,
    maxDelayMs: part.max_delay_ms ?? defaults.maxDelayMs,
    maxRetryAfterMs: milliseconds(part.max_retry_after_seconds) ?? defaults.maxRetryAfterMs,
    maxTotalMs: milliseconds(part.max_total_seconds) ?? defaults.maxTotalMs,
    stallMs: milliseconds(part.stall_timeout_seconds) ?? defaults.stallMs,
    firstChunkMs: milliseconds(part.first_chunk_timeout_seconds) ?? defaults.firstChunkMs,
    requireFinishReason: part.require_finish_reason ?? defaults.requireFinishReason,
    fallbackModels: part.fallback_models ?? defaults.fallbackModels,
  };
}

function ifEnabled<Part extends { readonly enabled?: boolean | null | undefined }, T>(
  part: Part | null | undefined,
  read: (part: Part) => T,
): T | undefined {
  const given = part ?? ({} as Part);
  return given.enabled === false ? undefined : read(given);
}

function milliseconds(seconds: number | null | undefined): number | undefined {
  return seconds === null || seconds === undefined ? undefined : seconds * 1000;
}
