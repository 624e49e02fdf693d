import type { MissingTools, ProvidedTool, Warning } from "@antler/plugin-api";
import type { ToolEntry } from "./config.js";
import { missingFor } from "./missing-tools.js";
import { unknownTool } from "./unmatched-names.js";

/** The offers with the groups of the entries. */
export function regroup(offers: readonly ProvidedTool[], entries: readonly ToolEntry[]): readonly ProvidedTool[] {
  const groups = new Map(entries.flatMap(({ name, group }) => (group === undefined ? [] : [[name, group] as const])));
  if (groups.size === 0) return offers;
  return offers.map((tool) => ({ ...tool, group: groups.get(tool.name) ?? tool.group }));
}

/** Entries that mean no tool there is. */
export function unknownEntries(
  offers: readonly ProvidedTool[],
  entries: readonly ToolEntry[],
  missing: readonly MissingTools[],
): readonly Warning[] {
  const known = [...new Set(offers.map((tool) => tool.name))];
  return entries
    .filter(({ name }) => !known.includes(name) && missingFor(name, missing) === undefined)
    .map(({ name, position }) => unknownTool("`tools` has an entry", name, known, position));
}
