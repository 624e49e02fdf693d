import type { BigIntStats } from "node:fs";
import { mkdir } from "node:fs/promises";
import { posix } from "node:path";
import { type FsOptions, type Mount, type Page, SandboxError, type SandboxFs } from "@antler/plugin-api";
import { childPath, errorCode, statFd } from "./descriptors.js";
import { contentEtag, statEtag } from "./etag.js";
import { fileInfo } from "./file-info.js";
import { assertRegular, readHeld } from "./file-io.js";
import { globMatcher } from "./glob-match.js";
import { grepTree } from "./grep-tree.js";
import { leadsInside, listFolder, TREE_BUDGET, treesOf } from "./list-folder.js";
import type { PathLocks } from "./path-locks.js";
import { removeEntry } from "./remove-tree.js";
import { walkTree } from "./tree-walk.js";
import { giveToOwner, type OwnerOfNew, type Walked, walk } from "./walk.js";
import { writeWalked } from "./write-file.js";

/** A file is read whole up to this many bytes, unless the caller says otherwise. */
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const DEFAULT_LIMIT = 1000;
const DEFAULT_TIMEOUT_MS = 60_000;

/** The file system over mounted host folders. `locks` is shared by all that may write the same folders. */
export function openMountedFs(mounts: readonly Mount[], cwd: string, locks: PathLocks): SandboxFs {
  const owner = ownerOfNewFiles();
  const existing = <T>(path: string, use: (found: NonNullable<Walked["found"]>) => Promise<T>): Promise<T> =>
    walk(mounts, path, { mode: "read" }, async ({ found }) => {
      if (found === undefined) throw new SandboxError("not_found", `${path} does not exist.`);
      return use(found);
    });
  const locked = async <T>(walked: Walked, use: () => Promise<T>): Promise<T> => {
    if (walked.parent === undefined) return use();
    const parent = await statFd(walked.parent.fd);
    return locks.hold(`${parent.dev}:${parent.ino}/${walked.name}`, use);
  };
  return {
    stat: (path) => existing(path, async ({ stats }) => fileInfo(path, stats)),
    readFile: (path, options = {}) =>
      existing(path, async ({ held, stats }) => {
        assertRegular(stats, path);
        const { offset = 0, length, maxBytes = DEFAULT_MAX_BYTES } = options;
        const size = Number(stats.size);
        const wanted = Math.max(0, Math.min(length ?? size, size - offset));
        if (wanted > maxBytes)
          throw new SandboxError(
            "too_large",
            `${path} has ${size} bytes, more than the ${maxBytes} that may be read at once.`,
            { hint: "Take the part that you need with bash: head, tail, sed -n or grep." },
          );
        const data = await readHeld(held, offset, wanted, signalOf(options));
        const whole = offset === 0 && wanted === size;
        return { data, etag: whole ? contentEtag(data) : statEtag(stats) };
      }),
    writeFile: (path, data, options = {}) =>
      walk(mounts, path, { mode: "write", makeParents: true, owner }, (walked) =>
        locked(walked, () => {
          signalOf(options).throwIfAborted();
          const bytes = typeof data === "string" ? Buffer.from(data, "utf8") : data;
          return writeWalked(walked, {
            data: bytes,
            mode: options.mode ?? "overwrite",
            ifMatch: options.ifMatch,
            owner,
          });
        }),
      ),
    mkdir: (path) =>
      walk(mounts, path, { mode: "write", makeParents: true, owner }, async ({ parent, name, found }) => {
        if (found !== undefined) {
          if (found.stats.isDirectory()) return;
          throw new SandboxError("exists", `${path} exists already.`);
        }
        if (parent === undefined) return;
        await mkdir(childPath(parent, name)).catch((error: unknown) => {
          if (errorCode(error) !== "EEXIST") throw error;
        });
        await giveToOwner(parent, name, { owner });
      }),
    remove: (path, options = {}) =>
      walk(mounts, path, { mode: "write", keepLastLink: true }, async (walked) => {
        const { parent, name, found } = walked;
        if (parent === undefined) throw new SandboxError("invalid_argument", `${path} is the root of a mount.`);
        if (found === undefined) throw new SandboxError("not_found", `${path} does not exist.`);
        await locked(walked, () => removeEntry(parent, name, options.recursive === true));
      }),
    list: (path, options = {}) =>
      listFolder(mounts, path, {
        depth: options.depth ?? 1,
        limit: options.limit ?? DEFAULT_LIMIT,
        includeIgnored: options.includeIgnored === true,
        signal: signalOf(options),
      }),
    glob: async (pattern, options = {}) => {
      const folder = options.cwd ?? cwd;
      const isMatch = globMatcher(pattern);
      const limit = options.limit ?? DEFAULT_LIMIT;
      const walkOptions = {
        depth: 64,
        includeIgnored: options.includeIgnored === true,
        budget: TREE_BUDGET,
        signal: signalOf(options),
      };
      return inTrees(treesOf(mounts, folder), limit, (tree, left) =>
        existing(tree, async ({ held, stats }) => {
          if (!stats.isDirectory()) throw new SandboxError("not_directory", `${tree} is not a directory.`);
          const items: string[] = [];
          for await (const entry of walkTree(held, walkOptions)) {
            if (entry.stats.isDirectory() && options.includeDirs !== true) continue;
            const path = posix.join(tree, entry.path);
            if (!isMatch(posix.relative(folder, path)) || !(await leadsInside(mounts, tree, entry))) continue;
            if (items.length === left) return { items, truncated: true };
            items.push(path);
          }
          return { items, truncated: false };
        }),
      );
    },
    grep: async (query, options = {}) => {
      const signal = signalOf({ timeoutMs: DEFAULT_TIMEOUT_MS, ...options });
      const includeIgnored = query.includeIgnored === true;
      return inTrees(treesOf(mounts, query.path ?? cwd), query.limit ?? DEFAULT_LIMIT, (path, limit) =>
        grepTree(mounts, query, { path, limit, includeIgnored, signal }),
      );
    },
  };
}

/** One page from several folders. */
async function inTrees<T>(
  trees: readonly string[],
  limit: number,
  look: (tree: string, left: number) => Promise<Page<T>>,
): Promise<Page<T>> {
  const items: T[] = [];
  for (const tree of trees) {
    const page = await look(tree, limit - items.length);
    items.push(...page.items);
    if (page.truncated) return { items, truncated: true };
  }
  return { items, truncated: false };
}

function signalOf(options: FsOptions): AbortSignal {
  const { signal = new AbortController().signal, timeoutMs } = options;
  return timeoutMs === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
}

/** As root, what we make in somebody's folder becomes theirs: the sandbox runs as them and must be able to change it. */
function ownerOfNewFiles(): OwnerOfNew {
  if (process.getuid?.() !== 0) return undefined;
  return (parent: BigIntStats) =>
    parent.uid === 0n ? undefined : { uid: Number(parent.uid), gid: Number(parent.gid) };
}
