import { AntlerError, unknownNameHint } from "@antler/plugin-api";

/** `unavailable`: why a known type cannot be used here, and how to enable it. */
export function agentUnknown(name: string, known: readonly string[], unavailable: string | undefined): AntlerError {
  return new AntlerError({
    code: "ANTLER_AGENT_NAME_UNKNOWN",
    message:
      unavailable === undefined ? `there is no agent "${name}"` : `the subagent type "${name}" cannot be used here`,
    hint: unavailable ?? unknownNameHint(name, known),
  });
}
