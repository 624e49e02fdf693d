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
 * An allowlist in our names. What cannot be kept is left out: a tool without a counterpart, and a rule about calls that nothing
 * here enforces. `Bash(…)` becomes the command tool; the rule itself is held to at each call.
 */
export function translateAllowed(entries: readonly string[], aliases: ToolAliases): TranslatedTools {
  return translate(entries, aliases, (entry, name) =>
    entry.pattern === null || name === commandTool(aliases)
      ? { names: [name], problems: [] }
      : { names: [], problems: [unenforceable(entry, `${name} is left out`)] },
  );
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
  const parts = entries.map((text): TranslatedTools => {
    const entry = parseToolEntry(text);
    const name = ownName(entry.tool, aliases);
    return name === null ? { names: [], problems: [unknown(entry)] } : keep(entry, name);
  });
  return {
    names: [...new Set(parts.flatMap(({ names }) => names))],
    problems: parts.flatMap(({ problems }) => problems),
  };
}

/** A name that is no alias and is not in the client's spelling is one of ours, or of an MCP server. */
function ownName(tool: string, aliases: ToolAliases): string | null {
  const alias = aliases.get(tool);
  if (alias !== undefined) return alias;
  return /^[A-Z][A-Za-z]*$/.test(tool) || /[()]/.test(tool) || tool === "" ? null : tool;
}

function unknown({ text }: ToolEntry): ToolProblem {
  return {
    code: CLAUDE_CODES.toolUnknown,
    message: `"${text}" has no counterpart here and is left out`,
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
