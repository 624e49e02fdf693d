import {
  type AgentProfile,
  nearestName,
  type ProvidedTool,
  type SourcePosition,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import { entryPlace } from "./entry-place.js";
import { RESERVED_TOOL_NAMES } from "./reserved-names.js";
import { isToolPattern, toolMatcher } from "./tool-pattern.js";

/** Names in the agent's lists, and in its skills', that mean no tool there is: each a warning with the nearest name. */
export function unmatchedNames(offers: readonly ProvidedTool[], agent: AgentProfile): readonly Warning[] {
  const { blueprint, skills } = agent;
  const known = [...new Set(offers.map((tool) => tool.name))];
  const subject = blueprint.role === "lead" ? "the lead" : `subagent type "${blueprint.name}"`;
  const { tools, disallowedTools, sources, entrySources } = blueprint;
  const check = (list: readonly string[], what: string, key: "tools" | "disallowedTools"): readonly Warning[] =>
    list
      .filter((rule) => !RESERVED_TOOL_NAMES.has(rule) && !known.some(toolMatcher(rule)))
      .map((rule) =>
        unknownTool(`${what} names`, rule, known, entryPlace(list, rule, entrySources?.[key], sources[key])),
      );
  return [
    ...(tools === "all" ? [] : check(tools, `\`tools\` of ${subject}`, "tools")),
    // Without a place in a file the list is a default of the type's author, who cannot know what is installed here.
    ...(sources.disallowedTools === undefined
      ? []
      : check(disallowedTools, `\`disallowed_tools\` of ${subject}`, "disallowedTools")),
    ...skills.flatMap(({ name, allowedTools, sources: places }) =>
      allowedTools === "all"
        ? []
        : allowedTools
            .filter((tool) => !RESERVED_TOOL_NAMES.has(tool) && !known.includes(tool))
            .map((tool) => skillTool(name, tool, known, places.allowedTools)),
    ),
    ...unmatchedGroups(offers, agent),
  ];
}

/** Skills allow by exact name, so a `*` there is a mistake of its own. */
function skillTool(skill: string, tool: string, known: readonly string[], position: SourcePosition | undefined) {
  const warning = unknownTool(`\`allowed-tools\` of skill "${skill}" names`, tool, known, position);
  return tool.includes("*")
    ? { ...warning, hint: "`*` stands for itself in a skill. Name the tools one by one." }
    : warning;
}

/** The warning that a name in config means no tool; `subject` says which list has it. */
export function unknownTool(
  subject: string,
  name: string,
  known: readonly string[],
  position: SourcePosition | undefined,
): Warning {
  return {
    code: "ANTLER_TOOL_UNKNOWN",
    message: `${subject} "${name}", but there is no such tool`,
    hint: toolHint(name, known),
    position,
  };
}

/** Not the whole list: with MCP servers there may be a hundred. */
function toolHint(name: string, known: readonly string[]): string {
  const nearest = isToolPattern(name) ? undefined : nearestName(name, known);
  return nearest === undefined ? "`antler tools explain lead` lists the tools." : `Did you mean "${nearest}"?`;
}

/** Said once, for the lead: its subagents have the same groups. */
function unmatchedGroups(offers: readonly ProvidedTool[], { blueprint }: AgentProfile): readonly Warning[] {
  if (blueprint.role !== "lead" || blueprint.toolGroups === "all") return [];
  const known = [...new Set(offers.map((tool) => tool.group))].filter((group) => group !== "");
  const { toolGroups, sources, entrySources } = blueprint;
  return toolGroups
    .filter((group) => !known.includes(group))
    .map((group) => ({
      code: "ANTLER_TOOL_GROUP_UNKNOWN",
      message: `\`tool_groups\` names "${group}", but no tool is in that group`,
      hint: unknownNameHint(group, known),
      position: entryPlace(toolGroups, group, entrySources?.toolGroups, sources.toolGroups),
    }));
}
