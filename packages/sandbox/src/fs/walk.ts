import type { BigIntStats } from "node:fs";
import { lchown, mkdir, readlink } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { type Mount, SandboxError } from "@antler/plugin-api";
import { type AccessMode, checkVirtualPath, normalizePath, segmentsOf } from "../paths/virtual-path.js";
import { childPath, closeFd, errorCode, type Held, NAME_FLAGS, openFd, ROOT_FLAGS, statFd } from "./descriptors.js";
import { linkTarget } from "./link-target.js";

/** As the kernel's own limit. */
const MAX_LINKS = 40;

/** What a path led to. Everything in it is open until `close`. */
export interface Walked {
  /** The path after links, inside the sandbox. */
  readonly path: string;
  readonly mount: Mount;
  /** The folder that holds it; undefined for the root of a mount. */
  readonly parent: Held | undefined;
  /** The last segment; "" for the root of a mount. */
  readonly name: string;
  /** The thing itself; undefined where there is none yet. */
  readonly found: { readonly held: Held; readonly stats: BigIntStats } | undefined;
}
export interface WalkOptions {
  readonly mode: AccessMode;
  /** Make the folders above the last segment. */
  readonly makeParents?: boolean;
  /** Leave a link at the end as it is. */
  readonly keepLastLink?: boolean;
  /** Whom a new folder belongs to. */
  readonly owner?: OwnerOfNew;
}

export type OwnerOfNew =
  | ((parent: BigIntStats) => { readonly uid: number; readonly gid: number } | undefined)
  | undefined;

/**
 * Walks a virtual path one segment at a time, each opened below the handle of the folder before it and without following links, so
 * that nothing swapped meanwhile leads out. A link is read as text and its target walked anew from a mount: links inside work,
 * links to elsewhere are refused. Throws SandboxError.
 */
export async function walk<T>(
  mounts: readonly Mount[],
  path: string,
  options: WalkOptions,
  use: (walked: Walked) => Promise<T>,
): Promise<T> {
  let wanted = path;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const check = checkVirtualPath(mounts, wanted, options.mode);
    if (!check.allow) throw new SandboxError(check.reason, links === 0 ? check.message : leadsOut(path));
    const held: Held[] = [];
    try {
      const step = await walkOnce(mounts, check.path, check.mount, options, held);
      if ("next" in step) {
        if (step.next === undefined) throw new SandboxError("permission_denied", leadsOut(path));
        wanted = step.next;
        continue;
      }
      return await use(step);
    } catch (error) {
      throw asSandboxError(error, path);
    } finally {
      await Promise.all(held.map((handle) => closeFd(handle.fd)));
    }
  }
  throw new SandboxError("invalid_argument", `${path}: too many links.`);
}

async function walkOnce(
  mounts: readonly Mount[],
  path: string,
  mount: Mount,
  options: WalkOptions,
  held: Held[],
): Promise<Walked | { readonly next: string | undefined }> {
  if (!("host" in mount.source)) throw new SandboxError("unsupported", `${mount.target} is no host folder.`);
  const hold = async (at: string, flags: number): Promise<Held> => {
    const handle = { fd: await openFd(at, flags), hostPath: at };
    held.push(handle);
    return handle;
  };
  let folder = await hold(mount.source.host, ROOT_FLAGS);
  const segments = segmentsOf(path.slice(mount.target === "/" ? 0 : mount.target.length));
  if (segments.length === 0)
    return { path, mount, parent: undefined, name: "", found: { held: folder, stats: await statFd(folder.fd) } };
  for (const [index, name] of segments.entries()) {
    const last = index === segments.length - 1;
    const here = childPath(folder, name);
    let next: Held;
    try {
      next = await hold(here, NAME_FLAGS);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      if (last) return { path, mount, parent: folder, name, found: undefined };
      if (options.makeParents !== true) throw error;
      await makeFolder(folder, name, options);
      next = await hold(here, NAME_FLAGS);
    }
    const stats = await statFd(next.fd);
    if (stats.isSymbolicLink() && !(last && options.keepLastLink === true)) {
      const base = mount.target === "/" ? "" : mount.target;
      const at = `${base}/${segments.slice(0, index).join("/")}`;
      const text = await readlink(here).catch((error: unknown) => {
        if (errorCode(error) === "EINVAL") return undefined;
        throw error;
      });
      // No link any more: look again.
      if (text === undefined) return { next: path };
      const target = linkTarget(mounts, normalizePath(at), text);
      const rest = segments.slice(index + 1).join("/");
      return { next: target === undefined ? undefined : posix.join(target, rest) };
    }
    if (last) return { path, mount, parent: folder, name, found: { held: next, stats } };
    if (!stats.isDirectory())
      throw new SandboxError(
        "not_directory",
        `${posix.join(mount.target, ...segments.slice(0, index + 1))} is not a directory.`,
      );
    folder = next;
  }
  throw new SandboxError("not_found", `${dirname(path)} has no such entry.`);
}

async function makeFolder(folder: Held, name: string, options: WalkOptions): Promise<void> {
  try {
    await mkdir(childPath(folder, name));
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return;
  }
  await giveToOwner(folder, name, options);
}

/** A new file or folder belongs to the owner of the folder it is in, which matters only where we run as root. */
export async function giveToOwner(folder: Held, name: string, options: { readonly owner?: OwnerOfNew }): Promise<void> {
  const owner = options.owner?.(await statFd(folder.fd));
  if (owner === undefined) return;
  await lchown(childPath(folder, name), owner.uid, owner.gid);
}

function leadsOut(path: string): string {
  return `${path} leads out of the sandbox through a link.`;
}

/** Node's errors by their code, without host paths. */
export function asSandboxError(error: unknown, path: string): unknown {
  const reasons = {
    ENOENT: ["not_found", `${path} does not exist.`],
    ENOTDIR: ["not_directory", `A folder of ${path} is not a directory.`],
    EISDIR: ["is_directory", `${path} is a directory.`],
    EEXIST: ["exists", `${path} exists already.`],
    EACCES: ["permission_denied", `Permission denied: ${path}`],
    EPERM: ["permission_denied", `Permission denied: ${path}`],
    EROFS: ["read_only", `Read-only file system: ${path}`],
    ELOOP: ["permission_denied", `${path} changed into a link while it was opened.`],
    ENOTEMPTY: ["invalid_argument", `${path} is not empty.`],
    ENAMETOOLONG: ["invalid_argument", `${path.slice(0, 80)}... is too long a name.`],
    ENOSPC: ["capacity", `No space left for ${path}.`],
    EMFILE: ["capacity", "Too many open files."],
  } as const;
  const code = errorCode(error);
  if (code === undefined || !Object.hasOwn(reasons, code)) return error;
  const [reason, message] = reasons[code as keyof typeof reasons];
  return new SandboxError(reason, message, { cause: error });
}
