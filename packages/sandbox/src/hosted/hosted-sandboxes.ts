import { join } from "node:path";
import type { HostedSandboxes, MountedFs } from "@antler/plugin-api";
import { openMountedFs } from "../fs/mounted-fs.js";
import { PathLocks } from "../fs/path-locks.js";
import { startHostProcess } from "./host-process.js";
import { HostedBackend } from "./hosted-backend.js";

/** What backends on this host share. File locks hold for all sandboxes of this data folder, also those that other processes open. */
export function createHostedSandboxes(dataDir: string): {
  readonly mountedFs: MountedFs;
  readonly hosted: HostedSandboxes;
} {
  // A link as a lock needs a right of its own on Windows.
  const locks = new PathLocks(process.platform === "win32" ? undefined : join(dataDir, "locks"));
  const mountedFs: MountedFs = { name: "mounted", open: (mounts, cwd) => openMountedFs(mounts, cwd, locks) };
  return {
    mountedFs,
    hosted: {
      name: "hosted",
      define: (definition) => new HostedBackend(definition, { dataDir, mountedFs }),
      start: startHostProcess,
    },
  };
}
