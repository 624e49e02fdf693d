import type { ArgumentCheck } from "./argument-check.js";
import { isNestedTooDeep, MAX_NESTING } from "./nesting.js";
import type { RequestedCall } from "./requested-calls.js";

/** What becomes of one call: its arguments, or why it is not run, in words for the model. */
export type CallJudgement = { readonly args: Readonly<Record<string, unknown>> } | { readonly fault: string };

/** The words that are sent back for a call without a name. */
export const NAMELESS_TOOL = "unknown_tool";

/**
 * Judges a call before anything runs. `cut`: the output limit was reached in or behind this call.
 * A tool that nobody knows is left to the policy guard, which knows why.
 */
export async function judgeCall(
  call: RequestedCall,
  check: ArgumentCheck | undefined,
  cut: boolean,
  available: readonly string[],
): Promise<CallJudgement> {
  if (call.name === "")
    return {
      fault: `Not run: the call has no tool name. Call one of these tools by its name: ${available.join(", ") || "none"}.`,
    };
  const tooDeep = isNestedTooDeep(call.args);
  if (check === undefined) return { args: tooDeep ? {} : (call.args ?? {}) };
  // Also when they happen to be complete: what the model still wanted to say is not known.
  if (cut) return { fault: fault(call.name, CUT, check) };
  if (call.args === undefined && (call.rawArgs ?? "").trim() === "")
    return check.acceptsNothing ? { args: {} } : { fault: fault(call.name, "it came without arguments", check) };
  if (call.args === undefined)
    return { fault: fault(call.name, `its arguments could not be read: ${firstLine(call.error)}`, check) };
  if (tooDeep)
    return { fault: fault(call.name, `its arguments are nested more than ${MAX_NESTING} levels deep`, check) };
  const problem = await check.problem(call.args);
  return problem === undefined
    ? { args: call.args }
    : { fault: fault(call.name, `its arguments do not match: ${problem}`, check) };
}

const CUT = "your output limit was reached within its arguments, so they are incomplete; write less at a time";

function fault(name: string, reason: string, check: ArgumentCheck): string {
  return `Not run: this call of "${name}" is faulty: ${reason}. Issue the call again with arguments of this shape: ${check.shape}`;
}

function firstLine(text: string | undefined): string {
  const line =
    (text ?? "").split("\n").find((part) => /error:|valid JSON|JSON object/i.test(part)) ?? "they are no JSON object";
  return line.trim().slice(0, 200);
}
