/** When repeated calls count as a loop. Counts of model turns, except the `tool…` ones: those count calls. */
export interface LoopLimits {
  /** The same calls this often within the window: the model is warned. */
  readonly warnThreshold: number;
  /** The same calls this often within the window: the agent concludes. */
  readonly hardLimit: number;
  /** How many turns back repetitions are looked for. */
  readonly windowSize: number;
  /** One tool this often in a run, whatever its arguments. */
  readonly toolFreqWarn: number;
  readonly toolFreqHardLimit: number;
  /** Other frequencies for single tools, by name. A Map, because tools may be named like a key of Object.prototype. */
  readonly toolFreqOverrides: ReadonlyMap<string, { readonly warn: number; readonly hardLimit: number }>;
}

/**
 * Three times is a pattern, five is no accident; 20 turns catch alternating calls. The frequencies lie above what
 * a long but working task needs: the built-in types end at 150 turns.
 */
export const DEFAULT_LOOP_LIMITS: LoopLimits = {
  warnThreshold: 3,
  hardLimit: 5,
  windowSize: 20,
  toolFreqWarn: 100,
  toolFreqHardLimit: 200,
  toolFreqOverrides: new Map(),
};

/** The frequency limits of one tool. */
export function toolLimits(limits: LoopLimits, tool: string): { readonly warn: number; readonly hardLimit: number } {
  return limits.toolFreqOverrides.get(tool) ?? { warn: limits.toolFreqWarn, hardLimit: limits.toolFreqHardLimit };
}

/** Where limits contradict each other: the path of the key and what is wrong. Empty: they are consistent. */
export function loopLimitProblems(
  limits: LoopLimits,
): readonly { readonly path: readonly string[]; readonly message: string }[] {
  const problems: { path: readonly string[]; message: string }[] = [];
  if (limits.hardLimit < limits.warnThreshold)
    problems.push({
      path: ["hard_limit"],
      message: `hard_limit (${limits.hardLimit}) is below warn_threshold (${limits.warnThreshold})`,
    });
  if (limits.windowSize < limits.hardLimit)
    problems.push({
      path: ["window_size"],
      message: `window_size (${limits.windowSize}) is below hard_limit (${limits.hardLimit}), which could never be reached`,
    });
  if (limits.toolFreqHardLimit < limits.toolFreqWarn)
    problems.push({
      path: ["tool_freq_hard_limit"],
      message: `tool_freq_hard_limit (${limits.toolFreqHardLimit}) is below tool_freq_warn (${limits.toolFreqWarn})`,
    });
  for (const [tool, { warn, hardLimit }] of limits.toolFreqOverrides)
    if (hardLimit < warn)
      problems.push({
        path: ["tool_freq_overrides", tool, "hard_limit"],
        message: `hard_limit (${hardLimit}) of ${tool} is below its warn (${warn})`,
      });
  return problems;
}
