import { join, resolve } from "node:path";
import type { HostedSandboxes, MountedFs } from "@antler/plugin-api";
import { openMountedFs } from "../fs/mounted-fs.js";
import { PathLocks } from "../fs/path-locks.js";
import { startHostProcess } from "./host-process.js";
import { HostedBackend, type HostedSurroundings } from "./hosted-backend.js";

/** What backends on this host share. File locks hold for all sandboxes of this data folder, also those that other processes open. */
export function createHostedSandboxes(dataDir: string): {
  readonly mountedFs: MountedFs;
  readonly hosted: HostedSandboxes;
} {
  const locks = new Map<string, PathLocks>();
  const openFs: HostedSurroundings["openFs"] = (mounts, cwd, folder) => {
    const known = locks.get(folder) ?? new PathLocks(lockFolder(folder));
    locks.set(folder, known);
    return openMountedFs(mounts, cwd, known);
  };
  const mountedFs: MountedFs = { name: "mounted", open: (mounts, cwd) => openFs(mounts, cwd, resolve(dataDir)) };
  return {
    mountedFs,
    hosted: {
      name: "hosted",
      define: (definition) => new HostedBackend(definition, { dataDir, openFs }),
      start: startHostProcess,
    },
  };
}

/** A link, which is what a lock is, needs a right of its own on Windows. */
function lockFolder(dataDir: string): string | undefined {
  return process.platform === "win32" ? undefined : join(dataDir, "locks");
}
