/** The client's tool names and ours. null: there is no such tool here. */
const BUILT_IN: readonly (readonly [string, string | null])[] = [
  ["Bash", "bash"],
  ["Read", "read_file"],
  ["NotebookRead", "read_file"],
  ["Write", "write_file"],
  ["Edit", "str_replace"],
  ["MultiEdit", "str_replace"],
  ["Glob", "glob"],
  ["Grep", "grep"],
  ["LS", "ls"],
  ["Task", "task"],
  ["Agent", "task"],
  ["WebFetch", "web_fetch"],
  ["WebSearch", "web_search"],
  ...[
    ...["NotebookEdit", "TodoWrite", "TodoRead", "BashOutput", "KillBash", "KillShell", "ExitPlanMode", "SlashCommand"],
    ...["AskUserQuestion", "Skill", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "TaskOutput", "TaskStop"],
  ].map((name) => [name, null] as const),
];

export type ToolAliases = ReadonlyMap<string, string | null>;

/** The built-in aliases with those of the config on top. */
export function toolAliases(configured: Readonly<Record<string, string>> = {}): ToolAliases {
  return new Map<string, string | null>([...BUILT_IN, ...Object.entries(configured)]);
}

/** The tool whose calls `Bash(…)` rules are about, and the argument that holds the command. */
export function commandTool(aliases: ToolAliases): string {
  return aliases.get("Bash") ?? "bash";
}
export const COMMAND_ARGUMENT = "command";
