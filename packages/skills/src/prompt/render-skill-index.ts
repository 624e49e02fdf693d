import type { Skill } from "@antler/plugin-api";
import { escapeMetadata } from "./escape.js";

/** Names and descriptions of skills that the agent loads itself. */
export function renderSkillIndex(skills: readonly Pick<Skill, "name" | "description">[]): string {
  const lines = skills.map(({ name, description }) => `- ${escapeMetadata(name)}: ${escapeMetadata(description)}`);
  return [
    "<available-skills>",
    ...lines,
    "</available-skills>",
    "Before you work on something that one of these skills covers, call `load_skill` with its name and follow what it says.",
  ].join("\n");
}
