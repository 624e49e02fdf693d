import {
  type AgentProfile,
  type MissingTools,
  nearestName,
  type ProvidedTool,
  type SourcePosition,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import { entryPlace } from "./entry-place.js";
import { missingFor } from "./missing-tools.js";
import { RESERVED_TOOL_NAMES } from "./reserved-names.js";
import { isToolPattern, toolMatcher } from "./tool-pattern.js";

/**
 * Names in the agent's lists, and in its skills', that mean no tool there is: each a warning with the nearest name, or with
 * who would have it and cannot be reached. Where servers are not even asked (`offline`), such a name is no news.
 */
export function unmatchedNames(
  offers: readonly ProvidedTool[],
  agent: AgentProfile,
  missing: readonly MissingTools[],
): readonly Warning[] {
  const { blueprint, skills } = agent;
  const known = [...new Set(offers.map((tool) => tool.name))];
  const agentName = blueprint.role === "lead" ? "the lead" : `subagent type "${blueprint.name}"`;
  const { tools, disallowedTools, sources, entrySources } = blueprint;
  const faultOf = (rule: string, subject: string, position: SourcePosition | undefined): readonly Warning[] => {
    if (RESERVED_TOOL_NAMES.has(rule) || known.some(toolMatcher(rule))) return [];
    const owner = missingFor(rule, missing);
    if (owner === undefined) return [unknownTool(subject, rule, known, position)];
    return blueprint.offline === true ? [] : [toolOutOfReach(subject, rule, owner, position)];
  };
  const check = (list: readonly string[], what: string, key: "tools" | "disallowedTools"): readonly Warning[] =>
    list.flatMap((rule) => faultOf(rule, `${what} names`, entryPlace(list, rule, entrySources?.[key], sources[key])));
  return [
    ...(tools === "all" ? [] : check(tools, `\`tools\` of ${agentName}`, "tools")),
    // Without a place in a file the list is a default of the type's author, who cannot know what is installed here.
    ...(sources.disallowedTools === undefined
      ? []
      : check(disallowedTools, `\`disallowed_tools\` of ${agentName}`, "disallowedTools")),
    ...skills.flatMap(({ name, allowedTools, sources: places }) => {
      const subject = `\`allowed-tools\` of skill "${name}" names`;
      if (allowedTools === "all") return [];
      return allowedTools.flatMap((tool) => {
        if (!tool.includes("*")) return faultOf(tool, subject, places.allowedTools);
        if (known.includes(tool)) return [];
        return [{ ...unknownTool(subject, tool, known, places.allowedTools), hint: STAR_IN_SKILL }];
      });
    }),
    ...unmatchedGroups([...offers, ...missing], agent),
  ];
}

/** Skills allow by exact name, so a `*` there is a mistake of its own. */
const STAR_IN_SKILL = "`*` stands for itself in a skill. Name the tools one by one.";

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

function toolOutOfReach(
  subject: string,
  name: string,
  { reason }: MissingTools,
  position: SourcePosition | undefined,
): Warning {
  return {
    code: "ANTLER_TOOL_OUT_OF_REACH",
    message: `${subject} "${name}", which is out of reach: ${reason}`,
    hint: "Mend what should offer it; the agent goes on without it.",
    position,
  };
}

/** Not the whole list: with MCP servers there may be a hundred. */
function toolHint(name: string, known: readonly string[]): string {
  const nearest = isToolPattern(name) ? undefined : nearestName(name, known);
  return nearest === undefined ? "`antler tools explain lead` lists the tools." : `Did you mean "${nearest}"?`;
}

/** Said once, for the lead: its subagents have the same groups. */
function unmatchedGroups(
  offers: readonly { readonly group: string }[],
  { blueprint }: AgentProfile,
): readonly Warning[] {
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
