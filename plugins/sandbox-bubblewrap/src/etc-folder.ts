import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** Of /etc only this, where it is there: what a shell needs to start, */
const COPIED_ALWAYS = ["alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"];
/** and what programs need, for example to check certificates. */
const COPIED_FOR_WORK = [
  ...["localtime", "timezone", "mime.types", "magic", "fonts"],
  ...["ssl/certs/ca-certificates.crt", "ssl/openssl.cnf", "pki/tls/certs/ca-bundle.crt", "pki/ca-trust/extracted/pem"],
  ...["locale.alias", "protocols", "services", "rpc", "shells", "os-release", "perl", "python3"],
];
/** Only with the host's network. */
const COPIED_ONLINE = ["resolv.conf", "hosts", "nsswitch.conf", "gai.conf", "host.conf"];
/** A file above this is left out, as is one that not everybody may read. Bytes. */
const MAX_BYTES = 8 * 1024 * 1024;
const PREFIX = "antler-etc-";
export const HOME = "/tmp/agent";
/** Read by every shell that runs a command. */
export const LIMITS_FILE = "/etc/antler-limits";

export interface EtcContent {
  readonly uid: number;
  readonly gid: number;
  readonly online: boolean;
  /** Enough for a trial: what only some programs need is left out. */
  readonly bare?: boolean;
  /** Text of {@link LIMITS_FILE}. */
  readonly limits: string;
}

/**
 * A small /etc, made once and bound as a whole: twenty binds of single files cost more than the rest of a sandbox. It lies where every
 * user can get to it, belongs to us, and holds nothing that is not public.
 */
export function makeEtc({ uid, gid, online, bare = false, limits }: EtcContent): string {
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const names = [...COPIED_ALWAYS, ...(bare ? [] : COPIED_FOR_WORK), ...(online ? COPIED_ONLINE : [])];
  for (const name of names) copyFrom(`/etc/${name}`, join(folder, name));
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
  if (stats === undefined) return;
  mkdirSync(dirname(target), { recursive: true });
  // The thing itself is what it leads to (localtime, resolv.conf); links inside of a folder stay links.
  if (stats.isDirectory()) copyFolder(source, target);
  else copyFile(source, target);
}

function copyFolder(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    // Most of alternatives leads to manual pages: hundreds of links that no command needs.
    if (entry.name.endsWith(".gz")) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) copyFolder(from, to);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else copyFile(from, to);
  }
}

function copyFile(source: string, target: string): void {
  const stats = statSync(source);
  const isPublic = (stats.mode & 0o004) !== 0;
  if (stats.isFile() && isPublic && stats.size <= MAX_BYTES) copyFileSync(source, target);
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToAll(path);
    else if (entry.isFile()) chmodSync(path, 0o644);
  }
}
