/** Real folders that one case may use; gone after it. */
export interface CaseFolders {
  /** The thread's host folder behind `/mnt/user-data`: `{BASE}` in a case. */
  readonly base: string;
  /** A host scratch folder beside it: `{TMP}` in a case. */
  readonly tmp: string;
}

/**
 * Runs one operation on a case's input through the real packages and gives plain data to compare.
 * What it throws is a refusal: the runner compares `{ error: message }`.
 */
// biome-ignore lint/suspicious/noExplicitAny: the input is whatever the case's line says; each adapter names its shape.
export type Adapter = (input: any, folders: CaseFolders) => unknown;

/** Adapters by the name of their operation. */
export type Adapters = Readonly<Record<string, Adapter>>;
