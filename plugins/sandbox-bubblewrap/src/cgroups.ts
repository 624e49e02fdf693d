import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits } from "@antler/plugin-api";

/** Where groups for sandboxes can be made; a limit without a folder has no group. */
export interface CgroupRoots {
  readonly memory?: { readonly folder: string; readonly file: string };
  readonly pids?: { readonly folder: string; readonly file: string };
}
const PREFIX = "antler-";

/** Finds out by making a group and removing it again. Version 2 with delegated controllers, or version 1. */
export function findCgroups(): CgroupRoots {
  const entries = readText("/proc/self/cgroup")
    .trim()
    .split("\n")
    .map((line) => line.split(":"));
  const unified = entries.find(([id]) => id === "0")?.[2];
  if (unified !== undefined && existsSync("/sys/fs/cgroup/cgroup.controllers")) {
    const folder = join("/sys/fs/cgroup", unified);
    const enabled = readText(join(folder, "cgroup.subtree_control")).split(/\s+/);
    const usable = (name: string): boolean => enabled.includes(name) && canMake(folder, `${name}.max`);
    return {
      ...(usable("memory") ? { memory: { folder, file: "memory.max" } } : {}),
      ...(usable("pids") ? { pids: { folder, file: "pids.max" } } : {}),
    };
  }
  const first = (name: string, file: string): CgroupRoots["pids"] => {
    const path = entries.find(([, names]) => names?.split(",").includes(name))?.[2];
    const folder = path === undefined ? undefined : join("/sys/fs/cgroup", name, path);
    return folder !== undefined && canMake(folder, file) ? { folder, file } : undefined;
  };
  const memory = first("memory", "memory.limit_in_bytes");
  const pids = first("pids", "pids.max");
  return { ...(memory === undefined ? {} : { memory }), ...(pids === undefined ? {} : { pids }) };
}

/** The group of one sandbox, in which all its commands share the limits. */
export class SandboxCgroup {
  readonly #folders: readonly string[];

  constructor(roots: CgroupRoots, id: string, limits: Pick<Limits, "memoryBytes" | "pids">) {
    const wanted = [
      [roots.memory, limits.memoryBytes],
      [roots.pids, limits.pids],
    ] as const;
    const folders = new Set<string>();
    for (const [root, value] of wanted) {
      if (root === undefined || value === undefined) continue;
      const folder = join(root.folder, `${PREFIX}${process.pid}-${id}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, root.file), String(value));
      folders.add(folder);
    }
    this.#folders = [...folders];
  }

  get isEmpty(): boolean {
    return this.#folders.length === 0;
  }

  /** Moves pid 1 of a sandbox that may not run yet. What it starts later is in the group from its beginning. */
  take(pid: number): void {
    for (const folder of this.#folders) writeFileSync(join(folder, "cgroup.procs"), String(pid));
  }

  remove(): void {
    for (const folder of this.#folders) removeGroup(folder);
  }
}

/** Removes the groups of processes that died. */
export function sweepCgroups(roots: CgroupRoots): void {
  const folders = new Set([roots.memory?.folder, roots.pids?.folder].filter((folder) => folder !== undefined));
  for (const folder of folders)
    for (const name of readdirSync(folder)) {
      const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
      if (owner !== undefined && !existsSync(`/proc/${owner}`)) removeGroup(join(folder, name));
    }
}

function canMake(folder: string, file: string): boolean {
  const group = join(folder, `${PREFIX}probe-${process.pid}`);
  try {
    mkdirSync(group);
    return existsSync(join(group, file));
  } catch {
    return false;
  } finally {
    removeGroup(group);
  }
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Gone, never made, or not empty yet: the next start removes it.
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
