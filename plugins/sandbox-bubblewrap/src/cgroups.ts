import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Limits } from "@antler/plugin-api";

/** Where groups for sandboxes can be made; a limit without a folder has no group. */
export interface CgroupRoots {
  readonly memory?: CgroupRoot;
  readonly pids?: CgroupRoot;
}
interface CgroupRoot {
  readonly folder: string;
  /** The file that holds the limit. */
  readonly limit: string;
  /** The file that a process writes 0 to so as to enter. In version 1 the one for threads: it makes nobody wait. */
  readonly enter: string;
  /** The file that counts processes ended for want of memory. */
  readonly events: string;
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
    const root = (name: string): CgroupRoot | undefined =>
      enabled.includes(name)
        ? usable({ folder, limit: `${name}.max`, enter: "cgroup.procs", events: "memory.events" })
        : undefined;
    return rootsOf(root("memory"), root("pids"));
  }
  const root = (name: string, limit: string): CgroupRoot | undefined => {
    const path = entries.find(([, names]) => names?.split(",").includes(name))?.[2];
    if (path === undefined) return undefined;
    return usable({ folder: join("/sys/fs/cgroup", name, path), limit, enter: "tasks", events: "memory.oom_control" });
  };
  return rootsOf(root("memory", "memory.limit_in_bytes"), root("pids", "pids.max"));
}

/** The group of one sandbox, in which all its commands share the limits. */
export class SandboxCgroup {
  readonly #folders: readonly string[];
  readonly #events: string | undefined;
  /** Open for writing: a command gets them at its start, enters by them, and closes them. */
  readonly entries: readonly number[];

  constructor(roots: CgroupRoots, id: string, limits: Pick<Limits, "memoryBytes" | "pids">) {
    const wanted = [
      [roots.memory, limits.memoryBytes],
      [roots.pids, limits.pids],
    ] as const;
    const entries = new Map<string, number>();
    const name = `${PREFIX}${process.pid}-${id}-${randomBytes(3).toString("hex")}`;
    for (const [root, value] of wanted) {
      if (root === undefined || value === undefined) continue;
      const folder = join(root.folder, name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, root.limit), String(value));
      if (!entries.has(folder)) entries.set(folder, openSync(join(folder, root.enter), constants.O_WRONLY));
      if (root === roots.memory) this.#events = join(folder, root.events);
    }
    this.#folders = [...entries.keys()];
    this.entries = [...entries.values()];
  }

  /** How many processes of this sandbox were ended for want of memory so far. */
  get endedForMemory(): number {
    return this.#events === undefined ? 0 : Number(/^oom_kill (\d+)$/m.exec(readText(this.#events))?.[1] ?? 0);
  }

  remove(): void {
    for (const fd of this.entries) closeSync(fd);
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

function rootsOf(memory: CgroupRoot | undefined, pids: CgroupRoot | undefined): CgroupRoots {
  return { ...(memory === undefined ? {} : { memory }), ...(pids === undefined ? {} : { pids }) };
}

function usable(root: CgroupRoot): CgroupRoot | undefined {
  const group = join(root.folder, `${PREFIX}probe-${process.pid}`);
  try {
    mkdirSync(group);
    return existsSync(join(group, root.limit)) && existsSync(join(group, root.enter)) ? root : undefined;
  } catch {
    return undefined;
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
