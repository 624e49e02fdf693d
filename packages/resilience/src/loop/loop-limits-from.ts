import { DEFAULT_LOOP_LIMITS, type LoopLimits } from "./loop-limits.js";

/** The `loop_detection` section as it is written in config.yaml. */
export interface LoopDetectionConfig {
  readonly enabled?: boolean | null;
  readonly warn_threshold?: number | null;
  readonly hard_limit?: number | null;
  readonly window_size?: number | null;
  readonly tool_freq_warn?: number | null;
  readonly tool_freq_hard_limit?: number | null;
  readonly tool_freq_overrides?: {
    readonly [tool: string]: { readonly warn?: number | null; readonly hard_limit?: number | null } | null;
  } | null;
}

/** Fills in defaults. Consistency is checked by `loopLimitProblems`. */
export function loopLimitsFrom(config: LoopDetectionConfig): LoopLimits {
  const toolFreqWarn = config.tool_freq_warn ?? DEFAULT_LOOP_LIMITS.toolFreqWarn;
  const toolFreqHardLimit = config.tool_freq_hard_limit ?? DEFAULT_LOOP_LIMITS.toolFreqHardLimit;
  return {
    warnThreshold: config.warn_threshold ?? DEFAULT_LOOP_LIMITS.warnThreshold,
    hardLimit: config.hard_limit ?? DEFAULT_LOOP_LIMITS.hardLimit,
    windowSize: config.window_size ?? DEFAULT_LOOP_LIMITS.windowSize,
    toolFreqWarn,
    toolFreqHardLimit,
    toolFreqOverrides: new Map(
      Object.entries(config.tool_freq_overrides ?? {}).map(([tool, override]) => [
        tool,
        { warn: override?.warn ?? toolFreqWarn, hardLimit: override?.hard_limit ?? toolFreqHardLimit },
      ]),
    ),
  };
}
