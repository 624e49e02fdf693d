import { statSync } from "node:fs";
import { dirname, isAbsolute } from "node:path";
import type { Mount, Skill, ThreadData, Warning } from "@antler/plugin-api";
import type { ConfiguredMount } from "../config/sandbox-config.js";
import { isBelow, normalizePath } from "../paths/virtual-path.js";

export const WORKSPACE = "/mnt/user-data/workspace";
export const UPLOADS = "/mnt/user-data/uploads";
export const OUTPUTS = "/mnt/user-data/outputs";
export const SKILLS = "/mnt/skills";
const RESERVED = ["/mnt/user-data", SKILLS];

/** The three folders of a thread. */
export function threadMounts(data: ThreadData, uploadsWritable: boolean): readonly Mount[] {
  return [
    { target: WORKSPACE, source: { host: data.workspace_path } },
    { target: UPLOADS, source: { host: data.uploads_path }, ...(uploadsWritable ? {} : { readOnly: true }) },
    { target: OUTPUTS, source: { host: data.outputs_path } },
  ];
}

/** The folder of each skill, below `/mnt/skills`, read-only. */
export function skillMounts(skills: readonly Pick<Skill, "name" | "file">[]): readonly Mount[] {
  return skills
    .filter(({ name }) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    .map(({ name, file }) => ({ target: `${SKILLS}/${name}`, source: { host: dirname(file) }, readOnly: true }));
}

/** The mounts of the config. One that cannot be used is left out, with a warning that names it. */
export function configuredMounts(mounts: readonly ConfiguredMount[]): {
  readonly mounts: readonly Mount[];
  readonly warnings: readonly (Warning & { readonly index: number })[];
} {
  const usable: Mount[] = [];
  const warnings: (Warning & { readonly index: number })[] = [];
  for (const [index, mount] of mounts.entries()) {
    const problem = mountProblem(mount);
    if (problem === undefined)
      usable.push({
        target: normalizePath(mount.containerPath),
        source: { host: mount.hostPath },
        readOnly: mount.readOnly,
      });
    else
      warnings.push({
        code: "ANTLER_SANDBOX_MOUNT_SKIPPED",
        message: `the mount ${mount.hostPath} -> ${mount.containerPath} is skipped: ${problem}`,
        hint: "Correct or remove it in `sandbox.mounts`.",
        index,
      });
  }
  return { mounts: usable, warnings };
}

function mountProblem({ hostPath, containerPath }: ConfiguredMount): string | undefined {
  if (!isAbsolute(hostPath)) return "host_path is not absolute.";
  if (!containerPath.startsWith("/") || containerPath.split("/").includes(".."))
    return "container_path is not an absolute path.";
  const target = normalizePath(containerPath);
  if (target === "/") return "container_path is the root.";
  const reserved = RESERVED.find((folder) => isBelow(target, folder) || isBelow(folder, target));
  if (reserved !== undefined) return `container_path overlaps ${reserved}, which Antler mounts itself.`;
  try {
    return statSync(hostPath).isDirectory() ? undefined : "host_path is not a directory.";
  } catch {
    return "host_path does not exist.";
  }
}
