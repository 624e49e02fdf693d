/** When a thread is condensed, and how far. */
export interface SummarizationSettings {
  /** Input tokens that the model takes. undefined: what the model says of itself, else {@link ASSUMED_WINDOW}. */
  readonly windowTokens: number | undefined;
  /** Per cent of the window at which the user is warned. */
  readonly warnPercent: number;
  /** Per cent of the window at which older messages are condensed. */
  readonly triggerPercent: number;
  /** Per cent of the window that the newest messages may keep. */
  readonly keepPercent: number;
  /** Name of the `models` entry that writes the summary. undefined: the agent's own. */
  readonly model: string | undefined;
}

/** The smallest window among the models in common use for agents, in tokens. */
export const ASSUMED_WINDOW = 128_000;

export const DEFAULT_SUMMARIZATION_SETTINGS: SummarizationSettings = {
  windowTokens: undefined,
  warnPercent: 70,
  triggerPercent: 80,
  keepPercent: 30,
  model: undefined,
};
