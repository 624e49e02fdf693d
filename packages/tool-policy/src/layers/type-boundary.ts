import {
  type AgentProfile,
  formatAllowlist,
  type PolicedTool,
  type ToolFilter,
  type ToolVerdict,
} from "@antler/plugin-api";
import { entryPlace } from "../entry-place.js";
import { matchingRule } from "../tool-pattern.js";

/** Layer 2: what the agent's own type allows, then what it denies. Deny wins. */
export const typeBoundary: ToolFilter = { name: "type-boundary", judge };

function judge(tool: PolicedTool, { blueprint }: AgentProfile): ToolVerdict {
  const { tools, disallowedTools, sources, entrySources, name } = blueprint;
  const denied = matchingRule(disallowedTools, tool.name);
  if (denied !== undefined)
    return {
      allow: false,
      code: "ANTLER_TOOL_DISALLOWED",
      reason: `"${denied}" is among the disallowed tools of "${name}"`,
      source: entryPlace(disallowedTools, denied, entrySources?.disallowedTools, sources.disallowedTools),
    };
  if (tools !== "all" && matchingRule(tools, tool.name) === undefined)
    return {
      allow: false,
      code: "ANTLER_TOOL_NOT_ALLOWED",
      reason: `not among the tools of "${name}" (${formatAllowlist(tools)})`,
      source: sources.tools,
    };
  return { allow: true };
}
