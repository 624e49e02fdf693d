/** What the tool-call gate allows. */
export interface GateSettings {
  /** Answers in a row whose calls all are faulty, before the agent fails. */
  readonly maxCorrections: number;
  /** How often an empty answer is asked again, before the agent fails. */
  readonly maxEmptyAnswers: number;
  /** How long one call may take, in milliseconds; 0: no limit. */
  readonly toolTimeoutMs: number;
  /** Tools that bound themselves. */
  readonly untimedTools: ReadonlySet<string>;
}

/** A model that did not get a call right in four answers does not get it right; half an hour is more than any tool should need. */
export const DEFAULT_GATE_SETTINGS: GateSettings = {
  maxCorrections: 3,
  maxEmptyAnswers: 2,
  toolTimeoutMs: 1_800_000,
  untimedTools: new Set(["task"]),
};
