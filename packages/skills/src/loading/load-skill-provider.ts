import { type LateToolProvider, type PlatformServices, SANDBOX, TOOL_FILTER } from "@antler/plugin-api";
import { createLoadSkillTool } from "./load-skill-tool.js";

/** Offers `load_skill` to agents that have skills on demand. */
export function createLoadSkillProvider(services: Pick<PlatformServices, "all" | "find">): LateToolProvider {
  const surroundings = {
    layers: () => services.all(TOOL_FILTER),
    hasSandbox: () => services.find(SANDBOX) !== undefined,
  };
  return {
    name: "skills",
    extend: (_kept, agent) => ({
      offers: agent.skills.some(({ onDemand }) => onDemand !== undefined)
        ? [createLoadSkillTool(agent.skills, surroundings)]
        : [],
    }),
  };
}
