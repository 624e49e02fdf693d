import {
  definePlugin,
  PLUGIN_API_VERSION,
  type Plugin,
  SKILL_ADAPTER,
  SKILL_SOURCE,
  SUBAGENT_SOURCE,
  TOOL_FILTER,
} from "@antler/plugin-api";
import { type ClaudeAgentSource, createAgentSource } from "./agents/agent-source.js";
import { CLAUDE_CONFIG_SCHEMA, type RawClaudeConfig, toClaudeConfig } from "./config.js";
import { createCallRulesFilter } from "./rules/call-rules-filter.js";
import { createClaudeSkillSource } from "./skills/claude-skill-source.js";
import { createSkillAdapter } from "./skills/skill-adapter.js";
import { toolAliases } from "./tools/tool-aliases.js";

const ID = "@antler/compat-claude";

export interface ClaudeState {
  readonly agents: ClaudeAgentSource;
  readonly watch: boolean;
}

/** Skills and agent files that were written for Claude Code, with their tool names, rules and model names. */
export const claudePlugin: Plugin<RawClaudeConfig, ClaudeState> = definePlugin<RawClaudeConfig, ClaudeState>({
  apiVersion: PLUGIN_API_VERSION,
  id: ID,
  version: "0.1.0",
  configSchema: CLAUDE_CONFIG_SCHEMA,
  requires: ["@antler/skills"],
  register: ({ config: raw, services, provide }) => {
    const config = toClaudeConfig(raw);
    const aliases = toolAliases(config.tools);
    const agents = createAgentSource(config, aliases, ID, services);
    provide(SKILL_ADAPTER, createSkillAdapter(aliases));
    provide(SKILL_SOURCE, createClaudeSkillSource(config.skills, services));
    provide(SUBAGENT_SOURCE, agents);
    provide(
      TOOL_FILTER,
      createCallRulesFilter(aliases, (agent) => agents.rulesFor(agent)),
    );
    return { agents, watch: config.watch };
  },
  start: async ({ state, signal }) => {
    await state.agents.ready();
    if (state.watch) await state.agents.watch(signal);
  },
});
