import type { MiddlewareFactory } from "@antler/plugin-api";

/** Keeps the names of loaded skills in the agent's state. Only for agents that can load some. */
export const loadedSkillsMiddleware: MiddlewareFactory = {
  name: "skills",
  stage: "setup",
  create: async (agent) => {
    if (!agent.skills.some(({ onDemand }) => onDemand !== undefined)) return undefined;
    const { createLoadedSkillsMiddleware } = await import("./create-loaded-skills-middleware.js");
    return createLoadedSkillsMiddleware();
  },
};
