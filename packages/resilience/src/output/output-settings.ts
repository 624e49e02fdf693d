/** How much of a tool's output goes to the model. Characters are UTF-16 units, as JavaScript counts them. */
export interface OutputSettings {
  /** A longer result is moved to a file. */
  readonly maxChars: number;
  /** What of it stays in the message. */
  readonly previewChars: number;
  /** A longer result is cut where there is no file to move it to; also what of an old result is sent again. */
  readonly fallbackMaxChars: number;
  /** What the results of one model turn may have together; each parallel call gets an equal share. */
  readonly turnMaxChars: number;
  /** Absolute path in the sandbox. */
  readonly storageDir: string;
  /** Tools that page through text themselves; their results are only held to the share of the turn. */
  readonly exemptTools: ReadonlySet<string>;
}

/**
 * 12,000 characters are about 3,000 tokens, which is where a result is worth a second look instead of a place in every later
 * request. The turn's 60,000 fit in the smallest windows in use.
 */
export const DEFAULT_OUTPUT_SETTINGS: OutputSettings = {
  maxChars: 12_000,
  previewChars: 3000,
  fallbackMaxChars: 30_000,
  turnMaxChars: 60_000,
  storageDir: "/mnt/user-data/outputs/.tool-results",
  exemptTools: new Set(["read_file"]),
};

/** No share is smaller: below this a result says too little to go on with. */
const MIN_SHARE = 2000;

/** What one of `parallel` results may have of the turn's budget. */
export function turnShare(settings: Pick<OutputSettings, "turnMaxChars">, parallel: number): number {
  return Math.max(MIN_SHARE, Math.floor(settings.turnMaxChars / Math.max(1, parallel)));
}
