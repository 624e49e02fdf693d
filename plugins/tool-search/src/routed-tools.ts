import type { ToolRouting } from "@antler/plugin-api";
import { keywordPattern } from "./keyword-pattern.js";

/** A tool with what calls for it. */
export interface RoutedTool {
  readonly name: string;
  readonly routing: ToolRouting;
}

/**
 * Answers which of the tools a text calls for: highest priority first, equals in the order of their names, and at most
 * `topK`. Pure: the same text always gets the same tools.
 */
export function routedTools(tools: readonly RoutedTool[], topK: number): (text: string) => readonly string[] {
  const patterns = byPriority(tools).map(({ name, routing }) => ({ name, pattern: keywordPattern(routing.keywords) }));
  return (text) =>
    patterns
      .filter(({ pattern }) => pattern?.test(text) === true)
      .slice(0, topK)
      .map(({ name }) => name);
}

export function byPriority<T extends RoutedTool>(tools: readonly T[]): readonly T[] {
  return tools.toSorted(
    (a, b) => (b.routing.priority ?? 0) - (a.routing.priority ?? 0) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}
