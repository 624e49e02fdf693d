import { type LateToolProvider, type PlatformServices, TOOL_FILTER } from "@antler/plugin-api";
import { createLoadSkillTool } from "./load-skill-tool.js";

/** Offers `load_skill` to agents that have skills on demand. */
export function createLoadSkillProvider(services: Pick<PlatformServices, "all">): LateToolProvider {
  return {
    name: "skills",
    extend: (_kept, agent) => ({
      offers: agent.skills.some(({ onDemand }) => onDemand !== undefined)
        ? [createLoadSkillTool(agent.skills, () => services.all(TOOL_FILTER))]
        : [],
    }),
  };
}
