import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Of /etc only this, where it is there: what programs need to start and to check certificates. */
const COPIED = [
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
  ...["ssl/certs/ca-certificates.crt", "ssl/openssl.cnf", "pki/tls/certs/ca-bundle.crt", "pki/ca-trust/extracted/pem"],
  ...["locale.alias", "protocols", "services", "rpc", "shells", "os-release", "perl", "python3"],
];
/** Only with the host's network. */
const COPIED_ONLINE = ["resolv.conf", "hosts", "nsswitch.conf", "gai.conf", "host.conf"];
/** A file or folder above this is left out, bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const PREFIX = "antler-etc-";
export const HOME = "/tmp/agent";
/** Read by every shell that runs a command. */
export const LIMITS_FILE = "/etc/antler-limits";

export interface EtcContent {
  readonly uid: number;
  readonly gid: number;
  readonly online: boolean;
  /** Text of {@link LIMITS_FILE}. */
  readonly limits: string;
}

/**
 * A small /etc, made once and bound as a whole: twenty binds of single files cost more than the rest of a sandbox. It lies where every
 * user can get to it, belongs to us, and holds nothing that is not public.
 */
export function makeEtc({ uid, gid, online, limits }: EtcContent): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  for (const name of [...COPIED, ...(online ? COPIED_ONLINE : [])]) copyFrom(`/etc/${name}`, join(folder, name));
  writeFileSync(join(folder, "passwd"), `agent:x:${uid}:${gid}:agent:${HOME}:/bin/bash\n`);
  writeFileSync(join(folder, "group"), `agent:x:${gid}:\n`);
  writeFileSync(join(folder, basename(LIMITS_FILE)), limits);
  if (!online) writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost sandbox\n::1 localhost\n");
  openToAll(folder);
  return folder;
}

export function removeEtc(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Removes those of processes that died, and the empty folders that their stages stood on. */
export function sweepFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^antler-(?:etc|stage)-(\d+)-/.exec(name)?.[1];
    const folder = join(tmpdir(), name);
    if (owner === undefined || existsSync(`/proc/${owner}`)) continue;
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.()) removeEtc(folder);
  }
}

function copyFrom(source: string, target: string): void {
  const stats = statSync(source, { throwIfNoEntry: false });
  if (stats === undefined || stats.size > MAX_BYTES) return;
  mkdirSync(dirname(target), { recursive: true });
  try {
    // Links inside stay links (alternatives), the thing itself is what it leads to (localtime, resolv.conf).
    // Most of alternatives leads to manual pages: hundreds of links that no command needs.
    const filter = (path: string): boolean => !path.endsWith(".gz");
    cpSync(source, target, { recursive: true, dereference: stats.isFile(), verbatimSymlinks: true, filter });
  } catch {
    // Not ours to read: the sandbox does without.
  }
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}
