import { AntlerError, type SourcePosition, unknownNameHint } from "@antler/plugin-api";

/** The one error for a name that no subagent type has. */
export function unknownType(name: string, known: readonly string[], position?: SourcePosition): AntlerError {
  const where = position === undefined ? "" : "subagents.agents: ";
  return new AntlerError({
    code: "ANTLER_SUBAGENT_UNKNOWN",
    message: `${where}there is no subagent type "${name}"`,
    hint: unknownNameHint(name, known),
    position,
  });
}
