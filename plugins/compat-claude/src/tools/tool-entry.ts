/** One entry of a tool list: `Read`, `Bash(git:*)`, `mcp__github__search`. */
export interface ToolEntry {
  readonly text: string;
  readonly tool: string;
  /** What stands in the parentheses; null without any, and for `(*)`, which means every call. */
  readonly pattern: string | null;
}

export function parseToolEntry(text: string): ToolEntry {
  const found = /^([^()]*)\((.*)\)$/s.exec(text);
  const [tool, pattern] = [found?.[1]?.trim() ?? text, found?.[2]?.trim()];
  if (pattern === undefined) return { text, tool, pattern: null };
  return { text, tool, pattern: ["", "*", ":*"].includes(pattern) ? null : pattern };
}
