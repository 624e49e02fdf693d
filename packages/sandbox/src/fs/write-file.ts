import { randomBytes } from "node:crypto";
import fs, { type BigIntStats } from "node:fs";
import { chmod, rename, unlink } from "node:fs/promises";
import { SandboxError } from "@antler/plugin-api";
import { childPath, closeFd, errorCode, type Held, NAME_FLAGS, openFd, statFd } from "./descriptors.js";
import { contentEtag, isContentEtag, statEtag } from "./etag.js";
import { assertRegular, readHeld, withOpen, writeAll } from "./file-io.js";
import { giveToOwner, type OwnerOfNew, type Walked } from "./walk.js";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = fs.constants;
const NEW_FILE = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW;

const ATTEMPTS = 5;

export interface WriteRequest {
  readonly data: Uint8Array;
  readonly mode: "create" | "overwrite" | "append";
  readonly ifMatch?: string | undefined;
  readonly owner: OwnerOfNew;
}

/** Writes where a walk has led. The caller holds the lock of the file; others outside of this process hold none. */
export async function writeWalked(walked: Walked, request: WriteRequest): Promise<{ readonly etag: string }> {
  const { parent, name, path } = walked;
  if (parent === undefined) throw new SandboxError("is_directory", `${path} is a directory.`);
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(parent, name, path, request);
    } catch (error) {
      // Somebody else made it between our look and our own making it.
      if (errorCode(error) !== "EEXIST" || request.mode === "create" || attempt === ATTEMPTS) throw error;
    }
  }
}

async function writeOnce(
  parent: Held,
  name: string,
  path: string,
  request: WriteRequest,
): Promise<{ readonly etag: string }> {
  const current = await refreshed(parent, name, path);
  try {
    if (current !== undefined) assertWritable(current.stats, path);
    await assertMatch(current, path, request.ifMatch);
    if (current === undefined) return await createFile(parent, name, request);
    if (request.mode === "create") throw new SandboxError("exists", `${path} exists already.`);
    if (request.mode === "append") return await appendFile(current.held, request.data);
    return await replaceFile(parent, name, current.stats, request);
  } finally {
    if (current !== undefined) await closeFd(current.held.fd);
  }
}

function assertWritable(stats: BigIntStats, path: string): void {
  assertRegular(stats, path);
  if (stats.nlink > 1n)
    throw new SandboxError("permission_denied", `${path} is a hard link: writing it would change another file too.`, {
      hint: "Remove it first, or write under another name.",
    });
}

/** Looks again now that the lock is held: the walk was before. */
async function refreshed(
  parent: Held,
  name: string,
  path: string,
): Promise<{ readonly held: Held; readonly stats: BigIntStats } | undefined> {
  const hostPath = childPath(parent, name);
  let fd: number;
  try {
    fd = await openFd(hostPath, NAME_FLAGS);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  const stats = await statFd(fd);
  if (stats.isSymbolicLink()) {
    await closeFd(fd);
    throw new SandboxError("conflict", `${path} changed while it was written.`);
  }
  return { held: { fd, hostPath }, stats };
}

async function assertMatch(
  current: { readonly held: Held; readonly stats: BigIntStats } | undefined,
  path: string,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) return;
  const etag =
    current === undefined
      ? undefined
      : isContentEtag(ifMatch)
        ? contentEtag(await readHeld(current.held, 0, Number(current.stats.size)))
        : statEtag(current.stats);
  if (etag !== ifMatch)
    throw new SandboxError("conflict", `${path} has changed since it was read.`, {
      hint: "Read it again and repeat the edit.",
    });
}

async function createFile(parent: Held, name: string, request: WriteRequest): Promise<{ readonly etag: string }> {
  const fd = await openFd(childPath(parent, name), NEW_FILE, 0o666);
  try {
    await writeAll(fd, request.data);
  } finally {
    await closeFd(fd);
  }
  await giveToOwner(parent, name, request);
  return { etag: contentEtag(request.data) };
}

function appendFile(held: Held, data: Uint8Array): Promise<{ readonly etag: string }> {
  return withOpen(held, O_WRONLY | O_APPEND, async (fd) => {
    await writeAll(fd, data);
    return { etag: statEtag(await statFd(fd)) };
  });
}

/** A new file under the old name, so nobody ever reads half of it. Mode is kept. */
async function replaceFile(
  parent: Held,
  name: string,
  stats: BigIntStats,
  request: WriteRequest,
): Promise<{ readonly etag: string }> {
  const temporary = `.antler-${randomBytes(8).toString("hex")}.tmp`;
  const at = childPath(parent, temporary);
  const fd = await openFd(at, NEW_FILE, 0o600);
  try {
    try {
      await writeAll(fd, request.data);
    } finally {
      await closeFd(fd);
    }
    await giveToOwner(parent, temporary, request);
    await chmod(at, Number(stats.mode) & 0o7777);
    await rename(at, childPath(parent, name));
  } catch (error) {
    await unlink(at).catch(() => undefined);
    throw error;
  }
  return { etag: contentEtag(request.data) };
}
