import type { BigIntStats } from "node:fs";
import { readdir } from "node:fs/promises";
import { SandboxError } from "@antler/plugin-api";
import { childPath, closeFd, errorCode, type Held, heldPath, NAME_FLAGS, openFd, statFd } from "./descriptors.js";
import { isIgnoredName } from "./ignored-names.js";

export interface TreeEntry {
  /** Relative to where the walk began. */
  readonly path: string;
  readonly name: string;
  readonly stats: BigIntStats;
}
export interface TreeOptions {
  /** How many levels; 1 is the folder itself. */
  readonly depth: number;
  readonly includeIgnored: boolean;
  /** Entries looked at, at most; a guard against endless trees. */
  readonly budget: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Everything below a held folder, names sorted, a folder before what is in it. Links are reported and never followed;
 * folders are entered by handle, so one that is swapped for a link meanwhile is not followed either.
 */
export async function* walkTree(folder: Held, options: TreeOptions): AsyncGenerator<TreeEntry, void, void> {
  yield* walkLevel(folder, "", { ...options, left: { entries: options.budget } }, options.depth);
}

interface Level extends TreeOptions {
  readonly left: { entries: number };
}

async function* walkLevel(
  folder: Held,
  base: string,
  options: Level,
  depth: number,
): AsyncGenerator<TreeEntry, void, void> {
  const names = await namesIn(folder, base === "");
  for (const name of names) {
    if (!options.includeIgnored && isIgnoredName(name)) continue;
    options.signal?.throwIfAborted();
    if (--options.left.entries < 0)
      throw new SandboxError("too_large", "There are too many files to look at.", {
        hint: "Choose a narrower folder.",
      });
    const child = await holdChild(folder, name);
    if (child === undefined) continue;
    const path = base === "" ? name : `${base}/${name}`;
    try {
      yield { path, name, stats: child.stats };
      if (child.stats.isDirectory() && depth > 1) yield* walkLevel(child.held, path, options, depth - 1);
    } finally {
      await closeFd(child.held.fd);
    }
  }
}

/** Sorted. A folder further down that may not be read counts as empty. */
async function namesIn(folder: Held, isRoot: boolean): Promise<readonly string[]> {
  try {
    return (await readdir(heldPath(folder))).sort(byCodeUnit);
  } catch (error) {
    if (!isRoot && ["EACCES", "EPERM", "ENOENT"].includes(errorCode(error) ?? "")) return [];
    throw error;
  }
}

/** undefined: it went away, or may not be seen. */
async function holdChild(
  folder: Held,
  name: string,
): Promise<{ readonly held: Held; readonly stats: BigIntStats } | undefined> {
  const hostPath = childPath(folder, name);
  try {
    const held = { fd: await openFd(hostPath, NAME_FLAGS), hostPath };
    return { held, stats: await statFd(held.fd) };
  } catch (error) {
    if (["ENOENT", "EACCES", "EPERM", "ELOOP", "ENXIO"].includes(errorCode(error) ?? "")) return undefined;
    throw error;
  }
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
