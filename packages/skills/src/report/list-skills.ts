import type { SkillCatalog } from "@antler/plugin-api";
import { skillCost } from "../catalog/skill-cost.js";
import { diagnosticRow, type SkillDiagnosticRow } from "./check-skills.js";

/** What `antler skills list --json` prints. */
export interface SkillListReport {
  readonly skills: readonly SkillListRow[];
  /** Estimated tokens of all of them in one system message. */
  readonly total_tokens: number;
  readonly diagnostics: readonly SkillDiagnosticRow[];
}
export interface SkillListRow {
  readonly name: string;
  readonly description: string;
  readonly file: string;
  /** null: no restriction. */
  readonly allowed_tools: readonly string[] | null;
  readonly disallowed_tools: readonly string[];
  /** Estimated, of the block that the skill becomes; 0 where the body cannot be read. */
  readonly tokens: number;
}

/** The skills in force, with what each costs. */
export async function listSkills(catalog: SkillCatalog): Promise<SkillListReport> {
  const { skills, diagnostics } = await catalog.list();
  const rows = skills.map((skill) => ({
    name: skill.name,
    description: skill.description,
    file: skill.file,
    allowed_tools: skill.allowedTools === "all" ? null : skill.allowedTools,
    disallowed_tools: skill.disallowedTools,
    tokens: skillCost([skill]),
  }));
  return {
    skills: rows,
    total_tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
    diagnostics: diagnostics.map(diagnosticRow),
  };
}
