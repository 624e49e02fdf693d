import { realpathSync } from "node:fs";
import { posix } from "node:path";
import type { Mount } from "@antler/plugin-api";
import { isBelow, mountOf } from "../paths/virtual-path.js";

/**
 * Where a link in the virtual folder `folder` leads, as a virtual path; undefined: out of the sandbox.
 * An absolute target may be written as the sandbox sees it or as the host does.
 */
export function linkTarget(mounts: readonly Mount[], folder: string, target: string): string | undefined {
  if (target === "" || target.includes("\0")) return undefined;
  if (!target.startsWith("/")) {
    const path = posix.resolve(folder, target);
    return mountOf(mounts, path) === undefined ? undefined : path;
  }
  const path = posix.normalize(target);
  if (mountOf(mounts, path) !== undefined) return path;
  return fromHostPath(mounts, path);
}

/** The virtual path of a host path; of nested folders the innermost. */
export function fromHostPath(mounts: readonly Mount[], hostPath: string): string | undefined {
  let best: { readonly target: string; readonly host: string } | undefined;
  for (const mount of mounts) {
    if (!("host" in mount.source)) continue;
    for (const host of new Set([mount.source.host, realPathOrSame(mount.source.host)]))
      if (isBelow(hostPath, host) && (best === undefined || host.length > best.host.length))
        best = { target: mount.target, host };
  }
  return best === undefined ? undefined : best.target + hostPath.slice(best.host === "/" ? 0 : best.host.length);
}

function realPathOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
