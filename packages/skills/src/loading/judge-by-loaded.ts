import { formatAllowlist, type Skill, type ToolVerdict } from "@antler/plugin-api";
import { unionAllowedTools } from "../policy/allowed-tools.js";
import { SKILL_CODES } from "../skill-codes.js";
import { LOAD_SKILL } from "./load-skill-name.js";

/** Whether a tool stays usable once these skills are loaded (specification D3, held to from the moment of loading). */
export function judgeByLoaded(tool: string, skills: readonly Skill[]): ToolVerdict {
  if (tool === LOAD_SKILL) return { allow: true };
  const denying = skills.find(({ disallowedTools }) => disallowedTools.includes(tool));
  if (denying !== undefined)
    return {
      allow: false,
      code: SKILL_CODES.outsideLoaded,
      reason: `the loaded skill "${denying.name}" disallows ${tool}`,
      source: denying.sources.disallowedTools,
    };
  const allowed = unionAllowedTools(skills);
  if (allowed === "all" || allowed.includes(tool)) return { allow: true };
  const declaring = skills.filter(({ allowedTools }) => allowedTools !== "all");
  return {
    allow: false,
    code: SKILL_CODES.outsideLoaded,
    reason: `the loaded ${declaring.length === 1 ? "skill" : "skills"} ${declaring.map(({ name }) => `"${name}"`).join(", ")} allow only: ${formatAllowlist(allowed)}`,
    source: declaring[0]?.sources.allowedTools,
  };
}
