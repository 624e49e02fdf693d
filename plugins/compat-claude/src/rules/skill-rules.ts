import type { AgentProfile, Skill, ThreadState } from "@antler/plugin-api";
import type { ToolAliases } from "../tools/tool-aliases.js";
import { type CommandRules, commandRulesOf } from "./command-rules.js";

/** The rules about commands of the skills that are in force for this agent by now. */
export function skillRules(agent: AgentProfile, state: ThreadState, aliases: ToolAliases): readonly CommandRules[] {
  return skillsInForce(agent, state).map((skill) => {
    const declared = skill.declared ?? skill;
    // `allowedTools` decides whether the declaration restricts at all: the config can switch that off.
    const allowed = skill.allowedTools === "all" || declared.allowedTools === "all" ? [] : declared.allowedTools;
    const denied = commandRulesOf(declared.disallowedTools, aliases);
    return {
      owner: `skill "${skill.name}"`,
      allowed: commandRulesOf(allowed, aliases),
      denied: denied === "all" ? [] : denied,
      allowedSource: skill.sources.allowedTools,
      deniedSource: skill.sources.disallowedTools,
    };
  });
}

function skillsInForce(agent: AgentProfile, state: ThreadState): readonly Skill[] {
  const loaded = state["loaded_skills"];
  const names: readonly unknown[] = Array.isArray(loaded) ? loaded : [];
  return agent.skills.map((skill) =>
    skill.onDemand !== undefined && names.includes(skill.name) ? skill.onDemand : skill,
  );
}
