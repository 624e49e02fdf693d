import { AntlerError, type SourcePosition } from "@antler/plugin-api";

/** A scenario that cannot be played as it is written. */
export function scenarioError(what: string, hint: string, position: SourcePosition | undefined): AntlerError {
  return new AntlerError({ code: "ANTLER_SCENARIO_INVALID", message: `scenario: ${what}`, hint, position });
}
