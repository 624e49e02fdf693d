import { existsSync, lstatSync, readlinkSync } from "node:fs";
import type { HostedSandbox } from "@antler/plugin-api";

export const HOME = "/home/agent";
export const DEFAULT_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/** Of the folder /etc only this, where it is there: what programs need to start and to check certificates. */
const ETC = [
  ...[
    "alternatives",
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "localtime",
    "timezone",
    "mime.types",
    "magic",
    "fonts",
  ],
  ...[
    "ssl/certs",
    "ssl/openssl.cnf",
    "ca-certificates",
    "pki/tls/certs",
    "pki/ca-trust",
    "perl",
    "python3",
    "locale.alias",
  ],
  ...["protocols", "services", "rpc", "shells", "os-release"],
];
/** Only with the host's network. */
const ETC_NETWORK = ["resolv.conf", "hosts", "nsswitch.conf", "gai.conf", "host.conf"];
const TOP_LEVEL = ["bin", "sbin", "lib", "lib32", "lib64", "libx32"];

export interface BwrapOptions {
  /** `--disable-userns` is younger than some installed versions. */
  readonly disableUserns: boolean;
  /** Further host paths, seen read-only under the same name. */
  readonly systemPaths: readonly string[];
  readonly uid: number;
  readonly gid: number;
  readonly tmpBytes: number;
  /** Where a mount's host folder is found by bwrap, if not under its own path. */
  readonly sourceOf: (hostPath: string) => string;
}
/** Files that bwrap reads from descriptors, in this order, from `firstFd`. */
export interface BwrapFiles {
  readonly args: readonly string[];
  readonly files: readonly Uint8Array[];
}

/** The arguments for one command in a sandbox, and the small files they refer to by descriptor number. */
export function bwrapArguments(
  sandbox: Pick<HostedSandbox, "mounts" | "network">,
  command: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  options: BwrapOptions,
  firstFd: number,
): BwrapFiles {
  const online = sandbox.network.mode === "host";
  const small = smallFiles(options, online);
  const tmpfs = (path: string): readonly string[] => ["--size", String(options.tmpBytes), "--tmpfs", path];
  const mounts = [...sandbox.mounts].sort((a, b) => a.target.length - b.target.length);
  const args = [
    ...["--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(online ? [] : ["--unshare-net"]),
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox"],
    ...(options.disableUserns ? ["--disable-userns"] : []),
    ...["--uid", String(options.uid), "--gid", String(options.gid)],
    ...["--ro-bind", "/usr", "/usr", ...TOP_LEVEL.flatMap(topLevel)],
    ...[...ETC, ...(online ? ETC_NETWORK : [])].flatMap((name) => ["--ro-bind-try", `/etc/${name}`, `/etc/${name}`]),
    ...small.flatMap(({ path }, index) => ["--ro-bind-data", String(firstFd + index), path]),
    ...options.systemPaths.flatMap((path) => ["--ro-bind-try", path, path]),
    ...["--proc", "/proc", "--ro-bind", "/proc/sys", "/proc/sys", "--dev", "/dev"],
    ...[...tmpfs("/tmp"), ...tmpfs("/dev/shm"), ...tmpfs(HOME)],
    ...mounts.flatMap(({ target, source, readOnly }) =>
      "host" in source ? [readOnly === true ? "--ro-bind" : "--bind", options.sourceOf(source.host), target] : [],
    ),
    ...["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", command.cwd, "--clearenv"],
    ...Object.entries(command.env).flatMap(([name, value]) => ["--setenv", name, value]),
  ];
  return { args, files: small.map(({ text }) => Buffer.from(text)) };
}

/** Arguments in the form that `bwrap --args FD` reads. */
export function encodeArguments(args: readonly string[]): Uint8Array {
  return Buffer.from(args.map((arg) => `${arg}\0`).join(""));
}

function smallFiles(
  { uid, gid }: BwrapOptions,
  online: boolean,
): readonly { readonly path: string; readonly text: string }[] {
  return [
    { path: "/etc/passwd", text: `agent:x:${uid}:${gid}:agent:${HOME}:/bin/bash\n` },
    { path: "/etc/group", text: `agent:x:${gid}:\n` },
    ...(online ? [] : [{ path: "/etc/hosts", text: "127.0.0.1 localhost sandbox\n::1 localhost\n" }]),
  ];
}

/** `/bin` and its like are links into /usr on most hosts, and folders on others. */
function topLevel(name: string): readonly string[] {
  const path = `/${name}`;
  if (!existsSync(path)) return [];
  return lstatSync(path).isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}
