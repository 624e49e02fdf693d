import { lchownSync, lstatSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { HostedSandbox, Mount } from "@antler/plugin-api";

export interface SandboxUser {
  readonly uid: number;
  readonly gid: number;
  /** Whether we are root and must become this user first. */
  readonly drop: boolean;
}

/**
 * Whom commands run as. As root never root: bwrap with a real uid of 0 could write below /proc/sys, and RLIMIT_NPROC means nothing.
 * Then it is the owner of the workspace, or `fallback` where that is root too.
 */
export function sandboxUser(mounts: readonly Mount[], fallback: number): SandboxUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { uid, gid, drop: false };
  const workspace = mounts.find((mount) => mount.readOnly !== true && "host" in mount.source);
  const owner = workspace !== undefined && "host" in workspace.source ? statSync(workspace.source.host) : undefined;
  if (owner !== undefined && owner.uid !== 0)
    return { uid: owner.uid, gid: owner.gid === 0 ? owner.uid : owner.gid, drop: true };
  return { uid: fallback, gid: fallback, drop: true };
}

/** Gives the folders that Antler made itself to the user, not what is in them. */
export function giveThreadFolders(sandbox: HostedSandbox, user: SandboxUser, dataDir: string): void {
  if (!user.drop) return;
  const ours = `${resolve(dataDir)}/threads/`;
  for (const { source, readOnly } of sandbox.mounts) {
    if (readOnly === true || !("host" in source) || !source.host.startsWith(ours)) continue;
    const stats = lstatSync(source.host);
    if (stats.isDirectory() && stats.uid === 0) lchownSync(source.host, user.uid, user.gid);
  }
}

/** Whether a command of this user can write in the folder. */
export function canWrite(host: string, user: SandboxUser): boolean {
  return allows(host, user, 0o2);
}

/** Whether the user can get to the folder at all: every folder above it must let them through. */
export function canReach(host: string, user: SandboxUser): boolean {
  for (let folder = dirname(resolve(host)); ; folder = dirname(folder)) {
    if (!allows(folder, user, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function allows(path: string, user: SandboxUser, bit: number): boolean {
  const { uid, gid, mode } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return (mode & (bit << shift)) !== 0;
}
