import { type CommandRules, commandRulesOf } from "../rules/command-rules.js";
import type { ToolAliases } from "../tools/tool-aliases.js";
import type { AgentFields } from "./agent-fields.js";

/** What an agent file says about commands; undefined when it says nothing beyond the tool's name. */
export function agentRules(fields: AgentFields, aliases: ToolAliases): CommandRules | undefined {
  const allowed = commandRulesOf(fields.tools ?? [], aliases);
  const denied = commandRulesOf(fields.disallowedTools ?? [], aliases);
  if ((allowed === "all" || allowed.length === 0) && (denied === "all" || denied.length === 0)) return undefined;
  return {
    owner: `the agent file of "${fields.name}"`,
    allowed,
    denied: denied === "all" ? [] : denied,
    allowedSource: fields.positions.tools,
    deniedSource: fields.positions.disallowedTools,
  };
}
