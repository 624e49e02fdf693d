import type { SourcePosition } from "@antler/plugin-api";
import { commandTool, type ToolAliases } from "../tools/tool-aliases.js";
import { parseToolEntry } from "../tools/tool-entry.js";

/** What one skill or agent file says about commands. */
export interface CommandRules {
  /** For messages: `skill "x"`. */
  readonly owner: string;
  /** Rules of which one has to match; `"all"`: any command. */
  readonly allowed: "all" | readonly string[];
  readonly denied: readonly string[];
  readonly allowedSource?: SourcePosition | undefined;
  readonly deniedSource?: SourcePosition | undefined;
}

/** The `Bash(…)` rules of a list. `"all"` when an entry means every command; `[]` when none is about commands. */
export function commandRulesOf(entries: readonly string[], aliases: ToolAliases): "all" | readonly string[] {
  const tool = commandTool(aliases);
  const rules: string[] = [];
  for (const entry of entries.map(parseToolEntry)) {
    if ((aliases.get(entry.tool) ?? entry.tool) !== tool && !isPatternFor(entry.tool, tool)) continue;
    if (entry.pattern === null) return "all";
    rules.push(entry.pattern);
  }
  return rules;
}

/** A star in a tool's name stands for any text, as the skill boundary reads it. */
function isPatternFor(name: string, tool: string): boolean {
  if (!/^[\w*]*\*[\w*]*$/.test(name)) return false;
  return new RegExp(`^${name.replaceAll("*", ".*")}$`).test(tool);
}
