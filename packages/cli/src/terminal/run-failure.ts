import { AntlerError, type RunError } from "@antler/plugin-api";

/** The error of a run, as one that can be printed. */
export function runFailure({ code, message, hint, position }: RunError): AntlerError {
  return new AntlerError({
    code: code as `ANTLER_${string}`,
    message,
    hint: hint ?? undefined,
    position: position ?? undefined,
  });
}
