/** A message as far as pairing calls with results is concerned. */
export type HistoryItem =
  | {
      readonly kind: "ai";
      readonly calls: readonly HistoryCall[];
      readonly invalidCalls?: readonly InvalidHistoryCall[];
    }
  | { readonly kind: "tool"; readonly callId: string }
  | { readonly kind: "other" };
export interface HistoryCall {
  readonly id: string;
  readonly name: string;
}
export interface InvalidHistoryCall extends HistoryCall {
  /** Absent or empty: nobody knows what was wrong. */
  readonly error?: string | null | undefined;
}

/** How to build the repaired history, in order. Indexes are those of the items. */
export type RepairStep =
  | { readonly do: "keep"; readonly index: number }
  | { readonly do: "answer"; readonly call: HistoryCall; readonly text: string };
export interface RepairPlan {
  readonly steps: readonly RepairStep[];
  /** One sentence a change. */
  readonly changes: readonly string[];
}

export const INTERRUPTED_TEXT = "[Tool call was interrupted and did not return a result.]";

/** The answer to a call whose arguments could not be read. */
export function invalidCallText(error?: string | null): string {
  return `[Tool call could not be executed because its arguments were invalid${error ? `: ${error}` : "."}]`;
}

/**
 * Puts every result right behind the message that asked for it, answers calls without a result, and leaves out results
 * without a call. null: the history is in order as it is.
 */
export function planHistoryRepair(items: readonly HistoryItem[]): RepairPlan | null {
  const steps: RepairStep[] = [];
  const changes: string[] = [];
  const claimed = new Set<number>();
  for (const [index, item] of items.entries()) {
    if (item.kind === "tool") continue;
    steps.push({ do: "keep", index });
    if (item.kind !== "ai") continue;
    const invalid = item.invalidCalls ?? [];
    for (const call of [...item.calls, ...invalid]) {
      const result = claimResult(items, index, call.id, claimed);
      if (result !== undefined) {
        steps.push({ do: "keep", index: result });
        continue;
      }
      const broken = invalid.find((other) => other === call);
      steps.push({ do: "answer", call, text: broken === undefined ? INTERRUPTED_TEXT : invalidCallText(broken.error) });
      changes.push(`Answered call ${call.id} of ${call.name}, which had no result.`);
    }
  }
  for (const [index, item] of items.entries())
    if (item.kind === "tool" && !claimed.has(index))
      changes.push(`Left out a result of call ${item.callId}, which nothing asked for.`);
  const kept = steps.filter((step) => step.do === "keep").map((step) => step.index);
  const moved = kept.some((value, position) => position > 0 && value < (kept[position - 1] ?? 0));
  if (moved) changes.push("Moved results next to their calls.");
  return changes.length === 0 ? null : { steps, changes };
}

/** The first free result behind the call and before the next message that reuses the call's id. */
function claimResult(
  items: readonly HistoryItem[],
  aiIndex: number,
  callId: string,
  claimed: Set<number>,
): number | undefined {
  for (let index = aiIndex + 1; index < items.length; index++) {
    const item = items[index];
    if (item === undefined || (item.kind === "ai" && item.calls.some((call) => call.id === callId))) return undefined;
    if (item.kind === "tool" && item.callId === callId && !claimed.has(index)) {
      claimed.add(index);
      return index;
    }
  }
  return undefined;
}
