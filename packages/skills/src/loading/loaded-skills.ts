import type { LoadedSkill, Skill, ThreadState } from "@antler/plugin-api";

/** The state key that holds the names of the skills an agent has loaded, in the order of loading. */
export const LOADED_SKILLS_KEY = "loaded_skills";

export function loadedSkillNames(state: ThreadState): readonly string[] {
  const value = state[LOADED_SKILLS_KEY];
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}

/** The skills on demand that this agent has loaded by now, as they are once loaded. */
export function loadedSkills(skills: readonly LoadedSkill[], state: ThreadState): readonly Skill[] {
  const names = loadedSkillNames(state);
  return skills.flatMap(({ onDemand }) => (onDemand !== undefined && names.includes(onDemand.name) ? onDemand : []));
}

/** Joins what two calls of one step loaded. */
export function mergeLoadedSkills(
  current: readonly string[] | undefined,
  update: readonly string[] | undefined,
): string[] {
  return [...new Set([...(current ?? []), ...(update ?? [])])];
}
