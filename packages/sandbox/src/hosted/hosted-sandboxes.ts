import type { HostedSandboxes, MountedFs } from "@antler/plugin-api";
import { openMountedFs } from "../fs/mounted-fs.js";
import { PathLocks } from "../fs/path-locks.js";
import { startHostProcess } from "./host-process.js";
import { HostedBackend } from "./hosted-backend.js";

/** What backends on this host share. One per platform: file locks hold for all sandboxes that it opens. */
export function createHostedSandboxes(dataDir: string): {
  readonly mountedFs: MountedFs;
  readonly hosted: HostedSandboxes;
} {
  const locks = new PathLocks();
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
