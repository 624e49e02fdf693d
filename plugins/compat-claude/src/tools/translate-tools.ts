import { CLAUDE_CODES } from "../claude-codes.js";
import { commandTool, type ToolAliases } from "./tool-aliases.js";
import { parseToolEntry, type ToolEntry } from "./tool-entry.js";

export interface TranslatedTools {
  /** Names of tools here, each once, in the order of the entries. */
  readonly names: readonly string[];
  readonly problems: readonly ToolProblem[];
}
export interface ToolProblem {
  readonly code: (typeof CLAUDE_CODES)["toolUnknown" | "ruleUnenforceable"];
  readonly message: string;
  readonly hint: string;
}

/**
 * An allowlist in our names. A rule about calls that nothing here enforces is left out. `Bash(…)` becomes the command tool; the
 * rule itself is held to at each call. A tool without a counterpart keeps its name, which allows nothing unless there is one.
 */
export function translateAllowed(entries: readonly string[], aliases: ToolAliases): TranslatedTools {
  return translate(entries, aliases, (entry, name) => {
    if (entry.pattern !== null && name !== commandTool(aliases))
      return { names: [], problems: [unenforceable(entry, `${name} is left out`)] };
    return { names: [name], problems: aliases.get(entry.tool) === null ? [noCounterpart(entry)] : [] };
  });
}

/** A denylist in our names. A rule that nothing enforces denies the whole tool; `Bash(…)` is held to at each call. */
export function translateDenied(entries: readonly string[], aliases: ToolAliases): TranslatedTools {
  return translate(entries, aliases, (entry, name) => {
    if (entry.pattern === null) return { names: [name], problems: [] };
    if (name === commandTool(aliases)) return { names: [], problems: [] };
    return { names: [name], problems: [unenforceable(entry, `${name} is denied altogether`)] };
  });
}

function translate(
  entries: readonly string[],
  aliases: ToolAliases,
  keep: (entry: ToolEntry, name: string) => TranslatedTools,
): TranslatedTools {
  const parts = entries.map((text) => {
    const entry = parseToolEntry(text);
    return keep(entry, aliases.get(entry.tool) ?? entry.tool);
  });
  return {
    names: [...new Set(parts.flatMap(({ names }) => names))],
    problems: parts.flatMap(({ problems }) => problems),
  };
}

function noCounterpart({ tool }: ToolEntry): ToolProblem {
  return {
    code: CLAUDE_CODES.toolUnknown,
    message: `"${tool}" has no counterpart here`,
    hint: "Map it under `tools` in the config of @antler/compat-claude if one of your tools does the same.",
  };
}

function unenforceable({ text }: ToolEntry, consequence: string): ToolProblem {
  return {
    code: CLAUDE_CODES.ruleUnenforceable,
    message: `nothing here enforces the rule "${text}", so ${consequence}`,
    hint: "Name the tool without parentheses if every call of it is meant.",
  };
}
