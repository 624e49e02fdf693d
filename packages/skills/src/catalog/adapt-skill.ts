import type { Skill, SkillAdapter, SkillDiagnostic } from "@antler/plugin-api";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";

export interface AdaptedSkill {
  readonly skill: Skill;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Runs the adapters in order. Without any, tool names that look like those of another client are reported. */
export function adaptSkill(skill: Skill, adapters: readonly SkillAdapter[]): AdaptedSkill {
  let adapted = skill;
  const diagnostics: SkillDiagnostic[] = [];
  for (const adapter of adapters) {
    const step = adapter.adapt(adapted);
    adapted = step.skill;
    diagnostics.push(...step.diagnostics);
  }
  return { skill: adapted, diagnostics: adapters.length === 0 ? foreignTools(adapted) : diagnostics };
}

/** `Read`, `WebFetch`, `Bash(git:*)`: no tool here has such a name, so as it stands it allows nothing. */
const FOREIGN_TOOL = /^[A-Z][A-Za-z]*$|\(/;

function foreignTools({ file, allowedTools, disallowedTools, sources }: Skill): readonly SkillDiagnostic[] {
  const report = reporterFor(file);
  const find = (field: string, names: readonly string[], position: Skill["sources"]["allowedTools"]) =>
    names
      .filter((name) => FOREIGN_TOOL.test(name))
      .map((name) =>
        report.warning(
          SKILL_CODES.toolsForeign,
          `"${name}" in ${field} looks like a tool of another client`,
          "Name a tool that you have, or list the plugin @antler/compat-claude, which translates such names.",
          position,
        ),
      );
  return [
    ...find("allowed-tools", allowedTools === "all" ? [] : allowedTools, sources.allowedTools),
    ...find("disallowed-tools", disallowedTools, sources.disallowedTools),
  ];
}
