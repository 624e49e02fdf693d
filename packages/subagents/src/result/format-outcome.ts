import type { StopReason, SubagentOutcome } from "@antler/plugin-api";

/** How a task ended, as far as the lead's text tells. `polling_timed_out`: the wait for an executor was given up. */
export interface ReportedOutcome {
  readonly status: SubagentOutcome["status"] | "polling_timed_out";
  readonly result?: string | null | undefined;
  readonly error?: string | null | undefined;
  readonly stopReason?: StopReason | null | undefined;
}

/** The one string that goes back to the lead. */
export function formatOutcome(outcome: ReportedOutcome): string {
  const cap = capNote(outcome.stopReason);
  switch (outcome.status) {
    case "completed":
      return `Task Succeeded${cap}. Result: ${outcome.result ?? ""}`;
    case "failed":
      return `Task failed${cap}.${errorPart(outcome.error)}`;
    case "timed_out":
      return `Task timed out.${errorPart(outcome.error)}`;
    case "cancelled":
      return `Task cancelled by user.${errorPart(outcome.error)}`;
    case "polling_timed_out":
      return outcome.error ?? "Task polling timed out.";
  }
}

const CAPS: ReadonlyMap<StopReason, string> = new Map([
  ["turn_capped", "turn budget"],
  ["token_capped", "token budget"],
  ["loop_capped", "loop detected"],
]);

function capNote(reason: StopReason | null | undefined): string {
  return reason === null || reason === undefined ? "" : ` (capped: ${CAPS.get(reason) ?? reason})`;
}

function errorPart(error: string | null | undefined): string {
  return error === null || error === undefined || error === "" ? "" : ` Error: ${error}`;
}
