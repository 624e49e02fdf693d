import type { SubagentRegistry } from "@antler/plugin-api";

/** What the lead's model reads about the tool: the types available now, and the one limit that is enforced. */
export function describeTaskTool(registry: SubagentRegistry, maxConcurrent: number): string {
  const types = registry.names().map((name) => {
    const description = registry.get(name)?.values.description.value ?? "";
    return `- ${name}: ${oneEntry(description)}`;
  });
  return [
    "Delegates a part of the work to a subagent: a second agent with its own context that works in the same files, alone, and returns one text. You see nothing of its work but that text.",
    `Subagent types:\n${types.join("\n")}`,
    [
      "Use it for work that takes many steps or much reading, and for parts that can be done at the same time: put their calls into one message.",
      "Do not use it for what one or two tool calls answer, for what needs the user, or for parts that depend on each other's results.",
    ].join("\n"),
    `At most ${maxConcurrent} task call${maxConcurrent === 1 ? "" : "s"} in one message; surplus calls are dropped. When there are more parts, start the next ones after these have returned.`,
  ].join("\n\n");
}

/** One line that cannot leave its place in the list or pass for a tag of the prompt. */
function oneEntry(description: string): string {
  return description.replace(/\s+/g, " ").trim().replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
