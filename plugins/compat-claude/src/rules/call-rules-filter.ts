import type { AgentProfile, ToolFilter } from "@antler/plugin-api";
import { COMMAND_ARGUMENT, commandTool, type ToolAliases } from "../tools/tool-aliases.js";
import type { CommandRules } from "./command-rules.js";
import { judgeCommand } from "./judge-command.js";
import { skillRules } from "./skill-rules.js";

/** The layer that enforces `Bash(…)`. Whether the tool is there at all is the other layers' business. */
export function createCallRulesFilter(
  aliases: ToolAliases,
  agentRules: (agent: AgentProfile) => CommandRules | undefined,
): ToolFilter {
  return {
    name: "claude-call-rules",
    judge: () => ({ allow: true }),
    judgeCall: (call, tool, agent, state) => {
      if (tool.name !== commandTool(aliases)) return { allow: true };
      const command = call.args[COMMAND_ARGUMENT];
      if (typeof command !== "string") return { allow: true };
      const bySkills = judgeCommand(command, skillRules(agent, state, aliases));
      const own = agentRules(agent);
      return bySkills.allow && own !== undefined ? judgeCommand(command, [own]) : bySkills;
    },
  };
}
