import type { LoadedSkill } from "@antler/plugin-api";
import { renderSkill } from "./render-skill.js";
import { renderSkillIndex } from "./render-skill-index.js";

/** The parts of the system message: a block for each body, then one list of the skills that are loaded on demand. */
export function promptParts(skills: readonly LoadedSkill[]): readonly string[] {
  const blocks = skills.flatMap(({ name, body }) => (body === null || body === "" ? [] : [renderSkill(name, body)]));
  const onDemand = skills.flatMap((skill) => skill.onDemand ?? []);
  return onDemand.length === 0 ? blocks : [...blocks, renderSkillIndex(onDemand)];
}
