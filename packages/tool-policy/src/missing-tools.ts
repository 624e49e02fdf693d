import type { MissingTools } from "@antler/plugin-api";
import { isToolPattern } from "./tool-pattern.js";

/** The tools out of reach that a rule of a tool list may mean; undefined when it means none of them. */
export function missingFor(rule: string, missing: readonly MissingTools[]): MissingTools | undefined {
  const fixed = isToolPattern(rule) ? rule.slice(0, rule.indexOf("*")) : rule;
  return missing.find(
    ({ prefix }) => fixed.startsWith(prefix) || (isToolPattern(rule) && prefix.startsWith(fixed) && fixed !== ""),
  );
}
