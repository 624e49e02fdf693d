import type { LateTools, ProvidedTool } from "@antler/plugin-api";
import { catalogueHash } from "./catalogue-hash.js";
import type { ToolSearchConfig } from "./config.js";
import { deferredSection } from "./deferred-section.js";
import { isPromoted } from "./promoted.js";
import { searchTool } from "./search-tool.js";

/**
 * Defers what `kept` has of MCP tools and of tools that ask for it, and adds `tool_search` over exactly those.
 * The catalogue is what the filters kept, so a removed tool can be neither found nor promoted.
 * Without anything to defer there is no `tool_search`.
 */
export function lateTools(kept: readonly ProvidedTool[], config: ToolSearchConfig): LateTools {
  const catalogue = config.enabled ? kept.filter(isDeferrable) : [];
  if (catalogue.length === 0) return { offers: [] };
  const hash = catalogueHash(catalogue);
  const names = catalogue.map((tool) => tool.name);
  return {
    offers: [searchTool(catalogue, hash, config)],
    deferred: names,
    isPromoted: (name, state) => isPromoted(name, hash, state["promoted"]),
    promptParts: [deferredSection(names)],
  };
}

function isDeferrable({ origin, offer }: ProvidedTool): boolean {
  return offer.deferred ?? origin === "mcp";
}
