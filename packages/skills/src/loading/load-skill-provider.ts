import type { LateToolProvider } from "@antler/plugin-api";
import { createLoadSkillTool } from "./load-skill-tool.js";

/** Offers `load_skill` to agents that have skills on demand. */
export const loadSkillProvider: LateToolProvider = {
  name: "skills",
  extend: (_kept, agent) => ({
    offers: agent.skills.some(({ onDemand }) => onDemand !== undefined) ? [createLoadSkillTool(agent.skills)] : [],
  }),
};
