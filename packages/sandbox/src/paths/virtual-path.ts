import type { Mount } from "@antler/plugin-api";

export type AccessMode = "read" | "write";
export type PathCheck =
  | { readonly allow: true; readonly path: string; readonly mount: Mount }
  | {
      readonly allow: false;
      readonly reason: "invalid_argument" | "permission_denied" | "read_only";
      readonly message: string;
    };

/**
 * Whether the text of a path names something inside a mount, before the disk is looked at. Links are the walk's business.
 * Any `..` segment is refused, also one that would stay inside: nobody needs it, and what it means depends on links.
 */
export function checkVirtualPath(mounts: readonly Mount[], path: string, mode: AccessMode): PathCheck {
  const malformed = malformation(path);
  if (malformed !== undefined)
    return {
      allow: false,
      reason: "invalid_argument",
      message: `${malformed} Use an absolute path below ${roots(mounts)}.`,
    };
  const normal = normalizePath(path);
  const mount = mountOf(mounts, normal);
  if (mount === undefined)
    return { allow: false, reason: "permission_denied", message: `${path} is outside ${roots(mounts)}.` };
  if (mode === "write" && mount.readOnly === true)
    return { allow: false, reason: "read_only", message: `Read-only file system: ${path}` };
  return { allow: true, path: normal, mount };
}

/** The mount that a path lies in; of nested ones the innermost. Siblings that only share a prefix are not in it. */
export function mountOf(mounts: readonly Mount[], path: string): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts)
    if (isBelow(path, mount.target) && (best === undefined || mount.target.length > best.target.length)) best = mount;
  return best;
}

/** The host path by text alone, trailing slash kept; a path in no mount comes back unchanged. Not a permission to open it. */
export function mapVirtualPath(mounts: readonly Mount[], path: string): string {
  const mount = mountOf(mounts, path);
  if (mount === undefined || !("host" in mount.source)) return path;
  return mount.source.host + path.slice(mount.target.length);
}

/** Whether `path` is `folder` or lies below it; both absolute and without `..`. */
export function isBelow(path: string, folder: string): boolean {
  if (folder === "/") return path.startsWith("/");
  return path === folder || path.startsWith(`${folder}/`);
}

/** Without empty and `.` segments and without a trailing slash. `..` is left alone: check first. */
export function normalizePath(path: string): string {
  return `/${segmentsOf(path).join("/")}`;
}

export function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

export function roots(mounts: readonly Mount[]): string {
  const targets = mounts.map((mount) => mount.target);
  return targets.length === 0 ? "a mounted folder (there is none)" : targets.join(", ");
}

function malformation(path: string): string | undefined {
  if (path.trim() === "") return "The path is empty.";
  if (path.includes("\0")) return "The path contains a NUL character.";
  if (path.startsWith("~")) return `${path} starts at a home folder.`;
  if (!path.startsWith("/")) return `${path} is a relative path.`;
  if (path.split("/").includes("..")) return `${path} contains "..".`;
  return undefined;
}
