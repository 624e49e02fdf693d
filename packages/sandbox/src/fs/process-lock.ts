import { randomBytes } from "node:crypto";
import { lstat, mkdir, readlink, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SandboxError } from "@antler/plugin-api";
import { type ProcessIdentity, processIdentity, processState } from "../hosted/process-identity.js";
import { errorCode } from "./descriptors.js";

/** A write takes milliseconds. How long one waits for another's, milliseconds. */
const PATIENCE_MS = 30_000;
/** How old a lock is at least whose owner nobody here can see, because it runs in another container: milliseconds. */
const ABANDONED_MS = 60_000;
const SEPARATOR = "~";

/**
 * A lock between processes of one data folder: a link whose text names its owner, made in one step or not at all.
 * Throws `timeout` where another process keeps it.
 */
export async function holdProcessLock<T>(path: string, use: () => Promise<T>): Promise<T> {
  await acquire(path, Date.now() + PATIENCE_MS);
  try {
    return await use();
  } finally {
    await unlink(path).catch((error: unknown) => {
      if (errorCode(error) !== "ENOENT") throw error;
    });
  }
}

async function acquire(path: string, deadline: number): Promise<void> {
  const { scope, pid, started } = processIdentity();
  const text = [scope, pid, started, randomBytes(6).toString("hex")].join(SEPARATOR);
  for (;;) {
    try {
      await symlink(text, path);
      return;
    } catch (error) {
      if (errorCode(error) === "ENOENT") {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        continue;
      }
      if (errorCode(error) !== "EEXIST") throw error;
    }
    const owner = await textOf(path);
    if (owner !== undefined && (await isAbandoned(path, owner))) await breakLock(path, owner, deadline);
    else if (Date.now() > deadline)
      throw new SandboxError("timeout", "Another process has been writing this file for too long.");
    else await sleep(1 + Math.random() * 4);
  }
}

/**
 * Removes the lock of a dead owner. Only who holds the lock on doing so may, and it looks again first: whoever comes late finds
 * another text and leaves the new lock alone.
 */
async function breakLock(path: string, owner: string, deadline: number): Promise<void> {
  const right = `${path}.${owner.split(SEPARATOR).at(-1)}`;
  await acquire(right, deadline);
  try {
    if ((await textOf(path)) === owner) await unlink(path);
  } finally {
    await unlink(right);
  }
}

async function isAbandoned(path: string, text: string): Promise<boolean> {
  const [scope = "", pid = "", started = ""] = text.split(SEPARATOR);
  const owner: ProcessIdentity = { scope, pid: Number(pid), started };
  const state = processState(owner);
  if (state !== "unknown") return state === "dead";
  const stats = await lstat(path).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > ABANDONED_MS;
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readlink(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}
