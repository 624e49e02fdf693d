import { escapeTags } from "./escape-tags.js";
import { byPriority, type RoutedTool } from "./routed-tools.js";

export interface RoutingHint extends RoutedTool {
  readonly deferred: boolean;
}

/**
 * The part of the system message that says which tools to prefer for which words, highest priority first. Tools with one
 * rule, as those of a server, share a line. Empty where no tool has keywords.
 */
export function routingSection(tools: readonly RoutingHint[]): string {
  const lines = new Map<string, { readonly names: string[]; readonly hint: RoutingHint }>();
  for (const hint of byPriority(tools)) {
    const keywords = keywordsOf(hint);
    if (keywords.length === 0) continue;
    const rule = JSON.stringify([hint.routing.priority ?? 0, hint.deferred, keywords]);
    const line = lines.get(rule);
    if (line === undefined) lines.set(rule, { names: [hint.name], hint });
    else line.names.push(hint.name);
  }
  if (lines.size === 0) return "";
  return ["<tool-routing-hints>", ...[...lines.values()].map(lineOf), "</tool-routing-hints>"].join("\n");
}

function lineOf({ names, hint }: { readonly names: readonly string[]; readonly hint: RoutingHint }): string {
  const first = hint.deferred ? " Load with tool_search first, unless already among your tools." : "";
  return `${names.map(inLine).join(", ")}: prefer for ${keywordsOf(hint).map(inLine).join(", ")}.${first}`;
}

/** It can begin no line of its own either. */
function inLine(text: string): string {
  return escapeTags(text.replace(/\s+/g, " "));
}

function keywordsOf({ routing }: RoutingHint): readonly string[] {
  return routing.keywords.map((keyword) => keyword.trim()).filter((keyword) => keyword !== "");
}
