import { posix } from "node:path";
import type { Mount } from "@antler/plugin-api";
import { walk } from "../fs/walk.js";
import { mapVirtualPath } from "./virtual-path.js";

/**
 * The host path behind a virtual one, links followed; it need not exist yet. For messages and tests: what opens files walks itself.
 * Throws SandboxError where it leads out of the mounts.
 */
export function resolveVirtualPath(mounts: readonly Mount[], path: string): Promise<string> {
  return walk(mounts, path, { mode: "read" }, async (walked) => mapVirtualPath(mounts, posix.normalize(walked.path)));
}
