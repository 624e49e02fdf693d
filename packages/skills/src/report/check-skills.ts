import { existsSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { formatPosition, type Skill, type SkillAdapter, type SkillDiagnostic } from "@antler/plugin-api";
import { adaptSkill } from "../catalog/adapt-skill.js";
import { skillCost } from "../catalog/skill-cost.js";
import { DEFAULT_SKILLS_CONFIG, type SkillsConfig } from "../config.js";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";
import { findSkillFiles } from "../sources/find-skill-files.js";
import { createSkillFileReader, type SkillFileReader } from "../sources/skill-file-reader.js";

/** One row of `antler skills check --json`. */
export interface SkillCheckRow {
  /** The folder's name where the file gives none. */
  readonly name: string;
  readonly file: string;
  readonly ok: boolean;
  /** null: no restriction, or no skill. */
  readonly allowed_tools: readonly string[] | null;
  /** Estimated, of the block that the skill becomes; 0 where it cannot be used. */
  readonly tokens: number;
  readonly diagnostics: readonly SkillDiagnosticRow[];
}
export interface SkillDiagnosticRow {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
export interface SkillCheckReport {
  readonly skills: readonly SkillCheckRow[];
}
export interface CheckSkillsOptions {
  /** Warnings fail too. */
  readonly strict?: boolean;
  /** As `skills.reading`; default lenient. */
  readonly reading?: SkillsConfig["reading"];
  /** Bytes. Default: that of `skills.max_file_bytes`. */
  readonly maxFileBytes?: number;
  /** Translations to apply, as the platform would. */
  readonly adapters?: readonly SkillAdapter[];
}

/**
 * Checks SKILL.md files, folders of one skill, and folders of many. Each path gives at least one row; never throws.
 * The check passes when there is a row and every row is `ok`.
 */
export async function checkSkills(
  paths: readonly string[],
  options: CheckSkillsOptions = {},
): Promise<SkillCheckReport> {
  const reader = createSkillFileReader({
    reading: options.reading ?? DEFAULT_SKILLS_CONFIG.reading,
    maxFileBytes: options.maxFileBytes ?? DEFAULT_SKILLS_CONFIG.maxFileBytes,
  });
  const rows = await Promise.all(paths.map((path) => checkPath(resolve(path), reader, options)));
  return { skills: rows.flat() };
}

export function skillCheckPasses({ skills }: SkillCheckReport): boolean {
  return skills.length > 0 && skills.every(({ ok }) => ok);
}

async function checkPath(
  path: string,
  reader: SkillFileReader,
  options: CheckSkillsOptions,
): Promise<readonly SkillCheckRow[]> {
  const report = reporterFor(path);
  const refuse = (message: string, hint: string): readonly SkillCheckRow[] => [
    row(path, null, [report.error(SKILL_CODES.path, message, hint)], options),
  ];
  if (!existsSync(path)) return refuse("the path does not exist", "Name a SKILL.md file or a folder.");
  if (/\.(zip|skill|tgz|tar|tar\.gz)$/i.test(path) && statSync(path).isFile()) {
    const message = "archives are not read: their members cannot be checked before they are unpacked";
    const hint = "Unpack it with a tool that limits count and size, and check the folder.";
    return [row(path, null, [report.error(SKILL_CODES.archive, message, hint)], options)];
  }
  if (statSync(path).isFile()) return [await checkFile(path, reader, options)];
  try {
    const { files, diagnostics } = await findSkillFiles(path, DEFAULT_SKILLS_CONFIG);
    const rows = await Promise.all(files.map((file) => checkFile(file, reader, options)));
    const folderRows = diagnostics.length === 0 ? [] : [row(path, null, diagnostics, options)];
    if (rows.length + folderRows.length === 0)
      return refuse("there is no SKILL.md in the folder or below it", "Name a folder that holds skills.");
    return [...rows, ...folderRows];
  } catch (error) {
    return refuse(`the folder cannot be read: ${String(error)}`, "Make it readable.");
  }
}

async function checkFile(file: string, reader: SkillFileReader, options: CheckSkillsOptions): Promise<SkillCheckRow> {
  const { skill, diagnostics } = await reader.read(file);
  if (skill === null) return row(file, null, diagnostics, options);
  const adapted = adaptSkill(skill, options.adapters ?? []);
  return row(file, adapted.skill, [...diagnostics, ...adapted.diagnostics], options);
}

function row(
  file: string,
  skill: Skill | null,
  diagnostics: readonly SkillDiagnostic[],
  { strict }: CheckSkillsOptions,
): SkillCheckRow {
  const failing = diagnostics.filter(({ severity }) => strict === true || severity === "error");
  return {
    name: skill?.name ?? nameOf(file),
    file,
    ok: failing.length === 0,
    allowed_tools: skill === null || skill.allowedTools === "all" ? null : skill.allowedTools,
    tokens: skill === null ? 0 : skillCost([skill]),
    diagnostics: diagnostics.map(diagnosticRow),
  };
}

/** Of a SKILL.md its folder's name, of any other path its own. */
function nameOf(path: string): string {
  return basename(path).toLowerCase() === "skill.md" ? basename(resolve(path, "..")) : basename(path);
}

export function diagnosticRow({ severity, code, message, hint, position }: SkillDiagnostic): SkillDiagnosticRow {
  const { file, line, column } = position ?? { file: "", line: 1, column: 1 };
  return { severity, code, message, hint: hint ?? "", file, line, column };
}

/** `file:12:3 warning ANTLER_… message — hint`, one line for people. */
export function formatSkillDiagnostic(diagnostic: SkillDiagnosticRow): string {
  const { severity, code, message, hint } = diagnostic;
  return `${formatPosition(diagnostic)} ${severity} ${code} ${message}${hint === "" ? "" : `. ${hint}`}`;
}
