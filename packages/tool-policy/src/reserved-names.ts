import { type AgentProfile, AntlerError, type ProvidedTool } from "@antler/plugin-api";

/** Tools of the platform itself. Groups do not apply to them, and only their owner may offer them. */
export const RESERVED_TOOL_NAMES: ReadonlyMap<string, string> = new Map([
  ["task", "@antler/subagents"],
  ["tool_search", "@antler/tool-search"],
  ["load_skill", "@antler/skills"],
]);

export const NAME_RESERVED = "ANTLER_TOOL_NAME_RESERVED";

export function isReservedByOther(tool: Pick<ProvidedTool, "name" | "plugin">): boolean {
  const owner = RESERVED_TOOL_NAMES.get(tool.name);
  return owner !== undefined && owner !== tool.plugin;
}

/**
 * Refuses a plugin that offers a tool under a reserved name. A tool of an MCP server is not refused here, because a
 * remote list must not be able to stop the platform: it is removed like any other.
 * Throws ANTLER_TOOL_NAME_RESERVED.
 */
export function refuseReservedNames(offers: readonly ProvidedTool[]): void {
  const stranger = offers.find((tool) => tool.origin !== "mcp" && isReservedByOther(tool));
  if (stranger !== undefined) throw reservedError(stranger);
}

/** The same for late tools. Below the lead even the owner offers no `task`, because no layer would take it away. */
export function admitLateTools(late: readonly ProvidedTool[], { blueprint }: AgentProfile): void {
  refuseReservedNames(late);
  const task = blueprint.role === "subagent" ? late.find((tool) => tool.name === "task") : undefined;
  if (task !== undefined) throw reservedError(task);
}

function reservedError(stranger: ProvidedTool): AntlerError {
  return new AntlerError({
    code: NAME_RESERVED,
    plugin: stranger.plugin,
    message: `offers a tool named "${stranger.name}" (provider "${stranger.provider}"), a name that belongs to ${RESERVED_TOOL_NAMES.get(stranger.name)}`,
    hint: "Give the tool another name, or take the plugin out of `plugins` in config.yaml.",
    position: stranger.source,
  });
}
