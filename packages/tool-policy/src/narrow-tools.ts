import type { AgentProfile, MissingTools, NarrowedTools, ProvidedTool, ToolFilter, Warning } from "@antler/plugin-api";
import type { ToolEntry } from "./config.js";
import { keptDecision } from "./decision.js";
import { emptiedAllowlist } from "./emptied-allowlist.js";
import { type FilterOwner, orderFilters } from "./order-filters.js";
import { refuseReservedNames } from "./reserved-names.js";
import { runLayers } from "./run-layers.js";
import { regroup, unknownEntries } from "./tool-entries.js";
import { uniqueNames } from "./unique-names.js";
import { unmatchedNames } from "./unmatched-names.js";

export interface NarrowOptions {
  /** Default: nobody knows. */
  readonly ownerOf?: FilterOwner;
  /** The section `tools` of config.yaml. Default: none. */
  readonly entries?: readonly ToolEntry[];
  /** Tools that cannot be listed now. Default: none. */
  readonly missing?: readonly MissingTools[] | undefined;
}

/**
 * What is left of `offers` for one agent, and the story of each: one decision an offer, in their order.
 * The result is a subset of `offers` in their order, never two of one name; adding a layer never adds a tool.
 * Throws ANTLER_TOOL_NAME_RESERVED, ANTLER_FILTER_CYCLE, and ANTLER_TOOLS_EMPTY when an allowlist that names tools
 * leaves none. An agent that is only explained (`offline`) gets the last as a warning: what it lacks may be elsewhere.
 */
export function narrowTools(
  offers: readonly ProvidedTool[],
  filters: readonly ToolFilter[],
  agent: AgentProfile,
  { ownerOf = () => undefined, entries = [], missing = [] }: NarrowOptions = {},
): NarrowedTools {
  refuseReservedNames(offers);
  const ordered = orderFilters(filters, ownerOf);
  const pool = regroup(offers, entries);
  const unique = uniqueNames(pool);
  const layered = runLayers(unique.tools, ordered.filters, agent, ownerOf);
  const decisions = pool.map((tool) => unique.removed.get(tool) ?? layered.removed.get(tool) ?? keptDecision(tool));
  const warnings: Warning[] = [
    ...ordered.warnings,
    ...unique.warnings,
    ...layered.warnings,
    ...unmatchedNames(pool, agent, missing),
    ...(agent.blueprint.role === "lead" ? unknownEntries(pool, entries, missing) : []),
  ];
  const emptied = emptiedAllowlist(agent.blueprint, layered.kept, decisions, missing);
  if (emptied !== undefined && agent.blueprint.offline !== true) throw emptied;
  if (emptied !== undefined)
    warnings.push({
      code: emptied.code,
      message: emptied.message,
      hint: emptied.hint,
      position: emptied.position,
    });
  return { kept: layered.kept, decisions, warnings };
}
