import { homedir } from "node:os";
import { resolve } from "node:path";
import {
  AntlerError,
  errorText,
  type Skill,
  type SkillDiagnostic,
  type SkillSource,
  type SourcePosition,
} from "@antler/plugin-api";
import { byName } from "../policy/select-skills.js";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";
import { findSkillFiles, type ScanLimits } from "./find-skill-files.js";
import { createSkillFileReader, type SkillFileOptions } from "./skill-file-reader.js";

export interface FolderSourceOptions extends ScanLimits, SkillFileOptions {
  /** Name of the contribution. */
  readonly name: string;
  /** `~` is the home folder. */
  readonly paths: readonly string[];
  /** Where relative paths begin. */
  readonly baseDir: string;
  /** Whether a path that does not exist is worth a warning. */
  readonly expectPaths: boolean;
  /** Where the config names a path, by its place in `paths`. */
  readonly locatePath?: (index: number) => SourcePosition | undefined;
}

/**
 * Skills below folders. Earlier paths come first, so their skills win. `list` looks at the disk each time and reads only files
 * that have changed. Throws ANTLER_SKILL_SOURCE when a path exists and cannot be read: without it the limits of its skills
 * would silently be gone.
 */
export function createFolderSource(options: FolderSourceOptions): SkillSource {
  const reader = createSkillFileReader(options);
  const roots = options.paths.map((path) => resolveSkillPath(path, options.baseDir));
  const listRoot = async (root: string): Promise<Found> => {
    const found = await scan(root, options, () => options.locatePath?.(roots.indexOf(root)));
    const readings = await Promise.all(found.files.map((file) => reader.read(file)));
    return {
      skills: readings.flatMap(({ skill }) => skill ?? []).toSorted(byName),
      diagnostics: [...found.diagnostics, ...readings.flatMap(({ diagnostics }) => diagnostics)],
    };
  };
  return {
    name: options.name,
    list: async () => {
      const listings = await Promise.all([...new Set(roots)].map(listRoot));
      return {
        skills: listings.flatMap(({ skills }) => skills),
        diagnostics: listings.flatMap(({ diagnostics }) => diagnostics),
      };
    },
    watch: async (onChange, signal) => {
      const { watchFolders } = await import("./watch-folders.js");
      await watchFolders(roots, { onChange, signal, maxDepth: options.maxDepth + 1 });
    },
  };
}

interface Found {
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly SkillDiagnostic[];
}

export function resolveSkillPath(path: string, baseDir: string): string {
  if (path === "~") return homedir();
  return path.startsWith("~/") ? resolve(homedir(), path.slice(2)) : resolve(baseDir, path);
}

async function scan(
  root: string,
  options: FolderSourceOptions,
  locate: () => SourcePosition | undefined,
): ReturnType<typeof findSkillFiles> {
  try {
    return await findSkillFiles(root, options);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT" || code === "ENOTDIR")
      return { files: [], diagnostics: options.expectPaths ? [missing(root, code, locate())] : [] };
    throw new AntlerError({
      code: SKILL_CODES.source,
      message: `the skills in ${root} cannot be read: ${errorText(error)}`,
      hint: "Make the folder readable, or take it out of skills.paths.",
      cause: error,
    });
  }
}

function missing(root: string, code: string, position: SourcePosition | undefined): SkillDiagnostic {
  const message = code === "ENOENT" ? `the folder ${root} does not exist` : `${root} is not a folder`;
  return reporterFor(root).warning(SKILL_CODES.path, message, "Create it, or take it out of skills.paths.", position);
}
