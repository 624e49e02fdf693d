/** Denied by name to built-in and configured types: delegating, and the tools that talk to the user. */
export const NOT_FOR_SUBAGENTS: readonly string[] = ["task", "ask_clarification", "present_files"];
