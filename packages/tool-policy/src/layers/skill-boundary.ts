import type { AgentProfile, PolicedTool, Skill, ThreadState, ToolFilter, ToolVerdict } from "@antler/plugin-api";
import { RESERVED_TOOL_NAMES } from "../reserved-names.js";
import { matchingRule } from "../tool-pattern.js";

/**
 * Layer 3: the tools that the loaded skills declare. Where none declares any, there is no restriction; where some do,
 * the union of their declarations remains, and those that declare nothing add nothing. What one disallows is gone.
 * Skills that the agent loads on demand count from then on, by the agent's own state.
 */
export const skillBoundary: ToolFilter = {
  name: "skill-boundary",
  judge: (tool, agent) => judgeBySkills(tool, agent.skills),
  // Skills that were there from the start have been judged then; this is asked before every model call.
  judgeNow: (tool, agent, state) =>
    agent.skills.some((skill) => skill.onDemand !== undefined)
      ? judgeBySkills(tool, skillsInForce(agent, state))
      : { allow: true },
};

function judgeBySkills(tool: PolicedTool, skills: readonly Skill[]): ToolVerdict {
  if (RESERVED_TOOL_NAMES.has(tool.name) && tool.name !== "task") return { allow: true };
  for (const skill of skills) {
    const rule = matchingRule(skill.disallowedTools, tool.name);
    if (rule !== undefined)
      return {
        allow: false,
        code: "ANTLER_TOOL_SKILL_DISALLOWED",
        reason: `skill "${skill.name}" disallows "${rule}"`,
        source: skill.sources.disallowedTools,
      };
  }
  const declaring = skills.filter((skill) => skill.allowedTools !== "all");
  const first = declaring[0];
  if (first === undefined || declaring.some((skill) => declares(skill, tool.name))) return { allow: true };
  return {
    allow: false,
    code: "ANTLER_TOOL_NOT_IN_SKILLS",
    reason: `not among the allowed-tools of ${declaring.map((skill) => `"${skill.name}"`).join(", ")}`,
    source: first.sources.allowedTools,
  };
}

/** By exact name: a skill comes from elsewhere, and a `*` in it could reach tools that its author never saw. */
function declares(skill: Skill, name: string): boolean {
  return skill.allowedTools !== "all" && skill.allowedTools.includes(name);
}

function skillsInForce(agent: AgentProfile, state: ThreadState): readonly Skill[] {
  const loaded = state["loaded_skills"];
  const names = Array.isArray(loaded) ? new Set<unknown>(loaded) : new Set<unknown>();
  return agent.skills.map((skill) => (skill.onDemand !== undefined && names.has(skill.name) ? skill.onDemand : skill));
}
