import { basename, dirname } from "node:path";
import {
  type Allowlist,
  type LoadedSkill,
  type Skill,
  type SkillDiagnostic,
  type SkillListing,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import type { SkillsConfig } from "../config.js";
import { selectSkills } from "../policy/select-skills.js";
import { SKILL_CODES } from "../skill-codes.js";
import { budgetWarning } from "./skill-cost.js";

export interface SkillSelection {
  readonly skills: readonly LoadedSkill[];
  readonly warnings: readonly Warning[];
}
export interface CatalogContents extends SkillListing {
  /** Names that sources know and config has switched off. */
  readonly disabled: readonly string[];
}

export interface SelectionOptions extends Pick<SkillsConfig, "allowedTools" | "loading" | "tokenBudget"> {
  /** Unknown names that are not worth another warning. */
  readonly reported?: ReadonlySet<string> | undefined;
}

/** The agent's skills, as the config says that they are loaded, with what people should know about them. */
export function selectFromCatalog(
  contents: CatalogContents,
  allowlist: Allowlist,
  config: SelectionOptions,
): SkillSelection {
  const skills = selectSkills(contents.skills, allowlist)
    .map((skill) => (config.allowedTools === "ignore" ? { ...skill, allowedTools: "all" as const } : skill))
    .map((skill) => (config.loading === "index" ? onDemand(skill) : skill));
  return {
    skills,
    warnings: [
      ...unknownNames(contents, allowlist, config.reported),
      ...contents.diagnostics.filter((diagnostic) => concerns(diagnostic, allowlist)),
      ...budgetWarning(skills, config.tokenBudget),
    ],
  };
}

/** Names and a description only; what is to hold after loading travels with it. */
function onDemand(skill: Skill): LoadedSkill {
  const { declared: _, ...rest } = skill;
  return { ...rest, body: null, allowedTools: "all", disallowedTools: [], sources: {}, onDemand: skill };
}

function unknownNames(
  { skills, disabled }: CatalogContents,
  allowlist: Allowlist,
  reported: ReadonlySet<string> | undefined,
): readonly Warning[] {
  if (allowlist === "all") return [];
  const known = skills.map(({ name }) => name);
  return [...new Set(allowlist)]
    .filter((name) => !known.includes(name) && reported?.has(name) !== true)
    .map((name) =>
      disabled.includes(name)
        ? {
            code: SKILL_CODES.unknown,
            message: `the skill "${name}" is disabled and is left out`,
            hint: "Change skills.enabled or skills.disabled to use it.",
          }
        : {
            code: SKILL_CODES.unknown,
            message: `there is no skill "${name}"; it is left out`,
            hint: unknownNameHint(name, known),
          },
    );
}

/**
 * What an agent's user hears: skills that cannot be used or are shadowed, a limit that was meant and is not in force, and what
 * an adapter could not keep. With names in the allowlist, only of those skills.
 */
function concerns({ severity, code, message, position, hint }: SkillDiagnostic, allowlist: Allowlist): boolean {
  if (code === SKILL_CODES.path || code === SKILL_CODES.scanLimit) return true;
  const loud =
    severity === "error" ||
    code === SKILL_CODES.shadowed ||
    !code.startsWith("ANTLER_SKILL_") ||
    (code === SKILL_CODES.fieldUnknown && hint?.includes("allowed-tools") === true);
  if (!loud || allowlist === "all" || position === undefined) return loud;
  const folder = basename(dirname(position.file));
  return allowlist.some((name) => name === folder || message.includes(`"${name}"`));
}
