import {
  type AgentProfile,
  formatAllowlist,
  type PolicedTool,
  type ToolFilter,
  type ToolVerdict,
} from "@antler/plugin-api";
import { entryPlace } from "../entry-place.js";
import { RESERVED_TOOL_NAMES } from "../reserved-names.js";
import { matchingRule } from "../tool-pattern.js";

/**
 * Layer 1, the ceiling: the lead's tool groups, for the lead and for everything below it; no delegation below the lead;
 * and what an agent above denies. A tool without a group is in no group's gift: groups do not apply to it.
 */
export const parentBoundary: ToolFilter = { name: "parent-boundary", judge };

function judge(tool: PolicedTool, { blueprint }: AgentProfile): ToolVerdict {
  if (blueprint.role === "subagent" && tool.name === "task")
    return { allow: false, code: "ANTLER_TOOL_NO_DELEGATION", reason: "a subagent does not delegate" };
  const groups = blueprint.toolGroups;
  if (groups !== "all" && tool.group !== "" && !RESERVED_TOOL_NAMES.has(tool.name) && !groups.includes(tool.group))
    return {
      allow: false,
      code: "ANTLER_TOOL_GROUP_NOT_ALLOWED",
      reason: `group "${tool.group}" is not among the lead's tool groups (${formatAllowlist(groups)})`,
      source: blueprint.sources.toolGroups,
    };
  for (const denial of blueprint.inheritedDenials ?? []) {
    const rule = matchingRule(denial.tools, tool.name);
    if (rule !== undefined)
      return {
        allow: false,
        code: "ANTLER_TOOL_DENIED_ABOVE",
        reason: `"${rule}" is disallowed at "${denial.agent}", for everything below it too`,
        source: entryPlace(denial.tools, rule, denial.entrySources, denial.source),
      };
  }
  return { allow: true };
}
