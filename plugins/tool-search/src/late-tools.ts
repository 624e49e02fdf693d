import type { LateTools, ProvidedTool, ThreadState } from "@antler/plugin-api";
import { catalogueHash } from "./catalogue-hash.js";
import type { ToolSearchConfig } from "./config.js";
import { deferredSection } from "./deferred-section.js";
import { latestUserText } from "./latest-user-text.js";
import { isPromoted } from "./promoted.js";
import { type RoutedTool, routedTools } from "./routed-tools.js";
import { routingSection } from "./routing-section.js";
import { searchTool } from "./search-tool.js";

/**
 * Defers what `kept` has of MCP tools and of tools that ask for it, and adds `tool_search` over exactly those.
 * The catalogue is what the filters kept, so a removed tool can be neither found nor promoted, by a search or by keywords.
 * Without anything to defer there is no `tool_search`.
 */
export function lateTools(kept: readonly ProvidedTool[], config: ToolSearchConfig): LateTools {
  const catalogue = config.enabled ? kept.filter(isDeferrable) : [];
  const hints = routingSection(
    routed(kept).map((tool) => ({ ...tool, deferred: catalogue.some(({ name }) => name === tool.name) })),
  );
  const hintParts = hints === "" ? [] : [hints];
  if (catalogue.length === 0) return hints === "" ? { offers: [] } : { offers: [], promptParts: hintParts };
  const hash = catalogueHash(catalogue);
  const names = catalogue.map((tool) => tool.name);
  const isCalledFor = byLatestMessage(routedTools(routed(catalogue), config.autoPromoteTopK));
  return {
    offers: [searchTool(catalogue, hash, config)],
    deferred: names,
    isPromoted: (name, state) => isPromoted(name, hash, state["promoted"]) || isCalledFor(name, state),
    promptParts: [deferredSection(names), ...hintParts],
  };
}

/**
 * By the keywords in the latest message of the user, so it needs no state of its own: it holds until the next message, and
 * no other agent learns of it. It is asked for each tool, so the answer for the last text is kept.
 */
function byLatestMessage(toolsFor: (text: string) => readonly string[]): (name: string, state: ThreadState) => boolean {
  let known: { readonly text: string; readonly names: readonly string[] } = { text: "", names: toolsFor("") };
  return (name, state) => {
    const text = latestUserText(state);
    if (text !== known.text) known = { text, names: toolsFor(text) };
    return known.names.includes(name);
  };
}

function routed(tools: readonly ProvidedTool[]): readonly RoutedTool[] {
  return tools.flatMap(({ name, offer: { routing } }) => (routing === undefined ? [] : [{ name, routing }]));
}

function isDeferrable({ origin, offer }: ProvidedTool): boolean {
  return offer.deferred ?? origin === "mcp";
}
