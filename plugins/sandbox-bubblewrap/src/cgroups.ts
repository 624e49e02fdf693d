import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
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
const LINK_PREFIX = "antler-group-";

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
  /** By the link in the folder for temporary files that tells the next start of it. */
  readonly #groups: ReadonlyMap<string, string>;
  readonly #events: string | undefined;
  /** Open for writing: a command gets them at its start, enters by them, and closes them. */
  readonly entries: readonly number[];

  constructor(roots: CgroupRoots, id: string, limits: Pick<Limits, "memoryBytes" | "pids">) {
    const wanted = [
      [roots.memory, limits.memoryBytes],
      [roots.pids, limits.pids],
    ] as const;
    const entries = new Map<string, number>();
    const groups = new Map<string, string>();
    const unique = randomBytes(3).toString("hex");
    for (const [root, value] of wanted) {
      if (root === undefined || value === undefined) continue;
      const folder = join(root.folder, `${PREFIX}${process.pid}-${id}-${unique}`);
      if (!entries.has(folder)) {
        const link = join(tmpdir(), `${LINK_PREFIX}${process.pid}-${unique}-${groups.size}`);
        symlinkSync(folder, link);
        groups.set(link, folder);
        mkdirSync(folder);
        entries.set(folder, openSync(join(folder, root.enter), constants.O_WRONLY));
      }
      writeFileSync(join(folder, root.limit), String(value));
      if (root === roots.memory) this.#events = join(folder, root.events);
    }
    this.#groups = groups;
    this.entries = [...entries.values()];
  }

  /** How many processes of this sandbox were ended for want of memory so far. */
  get endedForMemory(): number {
    return this.#events === undefined ? 0 : Number(/^oom_kill (\d+)$/m.exec(readText(this.#events))?.[1] ?? 0);
  }

  remove(): void {
    for (const fd of this.entries) closeSync(fd);
    for (const [link, folder] of this.#groups) removeLinked(link, folder);
  }
}

/** Removes the groups of processes that died, wherever they ran. */
export function sweepCgroups(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${LINK_PREFIX}(\\d+)-`).exec(name)?.[1];
    const link = join(tmpdir(), name);
    if (owner === undefined || existsSync(`/proc/${owner}`) || !isOwnLink(link)) continue;
    removeLinked(link, readlinkSync(link));
  }
}

/** Others may write in the folder for temporary files, too. */
function isOwnLink(path: string): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() === true && stats.uid === process.getuid?.();
}

function removeLinked(link: string, folder: string): void {
  removeGroup(folder);
  if (!existsSync(folder)) rmSync(link, { force: true });
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
