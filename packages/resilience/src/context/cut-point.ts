/** A message as far as cutting a history is concerned. */
export interface CutItem {
  readonly kind: "human" | "ai" | "tool" | "other";
  readonly tokens: number;
}

/**
 * Index of the first message to keep, so that what is kept fits in `keepTokens` and no result loses its call: the cut never
 * falls right before a tool result. At least the last message stays (with the call it answers). 0: nothing to cut.
 */
export function cutPoint(items: readonly CutItem[], keepTokens: number): number {
  let kept = 0;
  let cut = items.length;
  while (cut > 0) {
    const tokens = items[cut - 1]?.tokens ?? 0;
    if (kept + tokens > keepTokens && cut < items.length) break;
    kept += tokens;
    cut--;
  }
  while (cut > 0 && items[cut]?.kind === "tool") cut--;
  return cut;
}
