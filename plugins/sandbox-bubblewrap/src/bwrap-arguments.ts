import { existsSync, lstatSync, readlinkSync } from "node:fs";
import type { HostedSandbox } from "@antler/plugin-api";
import { HOME } from "./etc-folder.js";

export const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const TOP_LEVEL = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];

export interface BwrapOptions {
  /** `--disable-userns` is younger than some installed versions. */
  readonly disableUserns: boolean;
  /** Further host paths, seen read-only under the same name. */
  readonly systemPaths: readonly string[];
  readonly uid: number;
  readonly gid: number;
  /** Host folder that stands for /etc. */
  readonly etc: string;
  readonly tmpBytes: number;
  /** Where a mount's host folder is found by bwrap, if not under its own path. */
  readonly sourceOf: (hostPath: string) => string;
}

/** What is the same for every command of a sandbox. */
export function sandboxArguments(
  sandbox: Pick<HostedSandbox, "mounts" | "network">,
  options: BwrapOptions,
): readonly string[] {
  const tmpfs = (path: string): readonly string[] => ["--size", String(options.tmpBytes), "--tmpfs", path];
  const mounts = [...sandbox.mounts].sort((a, b) => a.target.length - b.target.length);
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(sandbox.network.mode === "host" ? [] : ["--unshare-net"]),
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox"],
    ...(options.disableUserns ? ["--disable-userns"] : []),
    ...["--uid", String(options.uid), "--gid", String(options.gid)],
    ...["--ro-bind", "/usr", "/usr", ...TOP_LEVEL.flatMap(topLevel), "--ro-bind", options.etc, "/etc"],
    ...["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"],
    ...[...tmpfs("/tmp"), ...tmpfs("/dev/shm"), "--dir", HOME],
    ...options.systemPaths.flatMap((path) => ["--ro-bind-try", path, path]),
    ...mounts.flatMap(({ target, source, readOnly }) =>
      "host" in source ? [readOnly === true ? "--ro-bind" : "--bind", options.sourceOf(source.host), target] : [],
    ),
    ...["--remount-ro", "/dev", "--remount-ro", "/"],
  ];
}

/** What differs from command to command. */
export function commandArguments(cwd: string, env: Readonly<Record<string, string>>): readonly string[] {
  const variables = Object.entries(env).flatMap(([name, value]) => ["--setenv", name, value]);
  return ["--chdir", cwd, "--clearenv", ...variables];
}

/** Arguments in the form that `bwrap --args FD` reads. */
export function encodeArguments(args: readonly string[]): Uint8Array {
  return Buffer.from(args.map((arg) => `${arg}\0`).join(""));
}

/** `/bin` and its like are links into /usr on most hosts, and folders on others. */
function topLevel(name: string): readonly string[] {
  const path = `/${name}`;
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}
