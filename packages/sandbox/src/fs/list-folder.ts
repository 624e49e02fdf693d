import { posix } from "node:path";
import { type FileInfo, type Mount, type Page, SandboxError } from "@antler/plugin-api";
import { isBelow, normalizePath, segmentsOf } from "../paths/virtual-path.js";
import { fileInfo } from "./file-info.js";
import { type TreeEntry, walkTree } from "./tree-walk.js";
import { walk } from "./walk.js";

export interface ListOptions {
  readonly depth: number;
  readonly limit: number;
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal;
}
/** Entries that one listing or glob looks at, at most. */
export const TREE_BUDGET = 200_000;

/** What is in a folder, in order. A link is listed only if it leads somewhere inside. */
export async function listFolder(
  mounts: readonly Mount[],
  path: string,
  options: ListOptions,
): Promise<Page<FileInfo>> {
  const above = foldersAbove(mounts, path);
  if (above !== undefined) return above;
  return walk(mounts, path, { mode: "read" }, async ({ found }) => {
    if (found === undefined) throw new SandboxError("not_found", `${path} does not exist.`);
    if (!found.stats.isDirectory()) throw new SandboxError("not_directory", `${path} is not a directory.`);
    const items: FileInfo[] = [];
    for await (const entry of walkTree(found.held, { ...options, budget: TREE_BUDGET })) {
      if (!(await leadsInside(mounts, path, entry))) continue;
      if (items.length === options.limit) return { items, truncated: true };
      items.push(fileInfo(posix.join(path, entry.path), entry.stats));
    }
    return { items, truncated: false };
  });
}

/** False for a link to elsewhere, or to nowhere. */
export async function leadsInside(mounts: readonly Mount[], folder: string, entry: TreeEntry): Promise<boolean> {
  if (!entry.stats.isSymbolicLink()) return true;
  try {
    return await walk(
      mounts,
      posix.join(folder, entry.path),
      { mode: "read" },
      async ({ found }) => found !== undefined,
    );
  } catch {
    return false;
  }
}

/** The folders that are looked through for one: itself, or the mounts below one that is there only because of them, such as `/mnt`. */
export function treesOf(mounts: readonly Mount[], path: string): readonly string[] {
  const below = mountsBelow(mounts, path).map(({ target }) => target);
  const outermost = below.filter((target) => !below.some((other) => other !== target && isBelow(target, other)));
  return outermost.length === 0 ? [path] : outermost.sort();
}

/** None for a folder that lies in a mount itself. */
function mountsBelow(mounts: readonly Mount[], path: string): readonly Mount[] {
  if (!path.startsWith("/") || path.includes("..") || path.includes("\0")) return [];
  const folder = normalizePath(path);
  if (mounts.some((mount) => isBelow(folder, mount.target))) return [];
  return mounts.filter((mount) => isBelow(mount.target, folder));
}

function foldersAbove(mounts: readonly Mount[], path: string): Page<FileInfo> | undefined {
  const below = mountsBelow(mounts, path);
  if (below.length === 0) return undefined;
  const folder = normalizePath(path);
  const depth = segmentsOf(folder).length;
  const names = new Set(below.map((mount) => segmentsOf(mount.target)[depth] ?? ""));
  const items = [...names]
    .sort()
    .map((name): FileInfo => ({ path: posix.join(folder, name), type: "dir", size: 0, mtimeMs: 0 }));
  return { items, truncated: false };
}
