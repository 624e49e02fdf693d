import type { ToolFilter } from "@antler/plugin-api";
import { judgeByLoaded } from "./judge-by-loaded.js";
import { loadedSkills } from "./loaded-skills.js";

/** Holds an agent to the skills that it has loaded so far. It never judges before the agent runs: nothing is loaded then. */
export const loadedSkillsFilter: ToolFilter = {
  name: "loaded-skills",
  judge: () => ({ allow: true }),
  judgeNow: (tool, agent, state) => judgeByLoaded(tool.name, loadedSkills(agent.skills, state)),
};
