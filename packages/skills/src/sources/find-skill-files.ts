import type { Dirent, Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { errorText, type SkillDiagnostic } from "@antler/plugin-api";
import { byName } from "../policy/select-skills.js";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";

export interface ScanLimits {
  /** Folders below the root, at most. */
  readonly maxDepth: number;
  /** Skill files, at most. */
  readonly maxSkills: number;
}
export interface SkillFiles {
  /** Paths of SKILL.md files in the order of their folders' names. */
  readonly files: readonly string[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Folders visited below one root, at most: a home folder given by mistake must not be walked for minutes. */
const MAX_FOLDERS = 20_000;
/** Beside hidden folders. */
const SKIPPED: readonly string[] = ["node_modules", "fixtures", "tests"];

/**
 * Finds the skills below a folder. A folder with a SKILL.md is one skill and is not looked into further. Links to folders are
 * followed, each folder once whatever the links. Throws when the root itself cannot be read (ENOENT if it is missing).
 */
export async function findSkillFiles(root: string, limits: ScanLimits): Promise<SkillFiles> {
  const files: string[] = [];
  const diagnostics: SkillDiagnostic[] = [];
  const visited = new Set<string>();
  let full: string | null = null;
  let tooDeep = false;

  const visit = async (folder: string, depth: number): Promise<void> => {
    const real = await realpath(folder);
    if (visited.has(real)) return;
    if (visited.size >= MAX_FOLDERS) full = `${MAX_FOLDERS} folders`;
    if (files.length >= limits.maxSkills) full = `${limits.maxSkills} skills`;
    if (full !== null) return;
    visited.add(real);
    const entries = (await readdir(folder, { withFileTypes: true })).toSorted(byName);
    const skill = await findSkillFile(folder, entries);
    if (skill !== null) {
      files.push(skill);
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith(".") || SKIPPED.includes(entry.name)) continue;
      if (!(await isFolder(join(folder, entry.name), entry))) continue;
      if (depth >= limits.maxDepth) tooDeep = true;
      else
        await visit(join(folder, entry.name), depth + 1).catch((error: unknown) =>
          diagnostics.push(unreadable(join(folder, entry.name), error)),
        );
    }
  };

  await visit(root, 0);
  const cutBy = full ?? (tooDeep ? `${limits.maxDepth} levels` : null);
  if (cutBy !== null) diagnostics.push(scanLimit(root, cutBy));
  return { files, diagnostics };
}

/** SKILL.md, else the same in other letters; never a link that leads nowhere. */
async function findSkillFile(folder: string, entries: readonly Dirent[]): Promise<string | null> {
  const named = entries.filter(({ name }) => name.toLowerCase() === "skill.md");
  const ordered = named.toSorted((a, b) => Number(b.name === "SKILL.md") - Number(a.name === "SKILL.md"));
  for (const entry of ordered) {
    const path = join(folder, entry.name);
    if (entry.isFile() || (await statOf(path))?.isFile() === true) return path;
  }
  return null;
}

async function isFolder(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return (await statOf(path))?.isDirectory() === true;
}

async function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

function unreadable(folder: string, error: unknown): SkillDiagnostic {
  const message = `the folder cannot be read: ${errorText(error)}`;
  return reporterFor(folder).error(SKILL_CODES.unreadable, message, "Make it readable, or move it elsewhere.");
}

function scanLimit(root: string, cutBy: string): SkillDiagnostic {
  const message = `not all of the folder was searched for skills: the limit is ${cutBy}`;
  const hint = "Name narrower folders in skills.paths, or raise skills.max_depth or skills.max_skills.";
  return reporterFor(root).warning(SKILL_CODES.scanLimit, message, hint);
}
