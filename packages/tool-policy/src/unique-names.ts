import type { ProvidedTool, ToolDecision, Warning } from "@antler/plugin-api";
import { removedOutsideLayers } from "./decision.js";
import { isReservedByOther, NAME_RESERVED, RESERVED_TOOL_NAMES } from "./reserved-names.js";

export interface UniqueTools {
  readonly tools: readonly ProvidedTool[];
  readonly removed: ReadonlyMap<ProvidedTool, ToolDecision>;
  readonly warnings: readonly Warning[];
}

const RANK = { config: 0, "built-in": 1, mcp: 2 } as const;

/**
 * One tool a name: config wins over built-in over MCP, and among equals the first. Order is kept.
 * Every loser gets a decision and a warning that names both owners.
 */
export function uniqueNames(offers: readonly ProvidedTool[]): UniqueTools {
  const winners = new Map<string, ProvidedTool>();
  for (const tool of offers) {
    if (isReservedByOther(tool)) continue;
    const rival = winners.get(tool.name);
    if (rival === undefined || RANK[tool.origin] < RANK[rival.origin]) winners.set(tool.name, tool);
  }
  const removed = new Map<ProvidedTool, ToolDecision>();
  const warnings: Warning[] = [];
  for (const tool of offers) {
    const winner = winners.get(tool.name);
    if (winner === tool) continue;
    const warning =
      isReservedByOther(tool) || winner === undefined ? reservedWarning(tool) : takenWarning(tool, winner);
    warnings.push(warning);
    removed.set(tool, removedOutsideLayers(tool, warning));
  }
  return { tools: offers.filter((tool) => winners.get(tool.name) === tool), removed, warnings };
}

function takenWarning(loser: ProvidedTool, winner: ProvidedTool): Warning {
  return {
    code: "ANTLER_TOOL_NAME_TAKEN",
    message: `two tools are named "${loser.name}": that of ${owner(winner)} is used, that of ${owner(loser)} is not`,
    hint: "Rename one of them, or take one away. Config wins over built-in over MCP, and the first among equals.",
    position: loser.source,
  };
}

function reservedWarning(tool: ProvidedTool): Warning {
  return {
    code: NAME_RESERVED,
    message: `the tool "${tool.name}" of ${owner(tool)} is not used: the name belongs to ${RESERVED_TOOL_NAMES.get(tool.name)}`,
    hint: "Exclude the tool in the server's entry.",
    position: tool.source,
  };
}

function owner(tool: ProvidedTool): string {
  return `${tool.plugin} (provider "${tool.provider}", ${tool.origin})`;
}
