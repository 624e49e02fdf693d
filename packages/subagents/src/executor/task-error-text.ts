import { clipText, errorText, isAntlerError, rootCause } from "@antler/plugin-api";

/** Characters of an error that are passed on; some providers answer with whole pages. */
const ERROR_CHARACTERS = 4_000;

/** Why a task failed, in the words of whoever knows best: the model's provider, our own error, or what was thrown. */
export function taskErrorText(thrown: unknown, explain: (error: unknown) => string | undefined): string {
  const cause = rootCause(thrown);
  return clipText(ownText(cause) ?? explain(cause) ?? errorText(cause), ERROR_CHARACTERS);
}

function ownText(error: unknown): string | undefined {
  if (!isAntlerError(error)) return undefined;
  return error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
}
