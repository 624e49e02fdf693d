import fs from "node:fs";
import { promisify } from "node:util";

/** Raw descriptors: cheaper than FileHandles, and their number is what `/proc/self/fd` needs. */
export const openFd: (path: string, flags: number, mode?: number) => Promise<number> = promisify(fs.open);
export const closeFd: (fd: number) => Promise<void> = promisify(fs.close);
export const statFd: (fd: number) => Promise<fs.BigIntStats> = (fd) =>
  new Promise((resolve, reject) => {
    fs.fstat(fd, { bigint: true }, (error, stats) => (error === null ? resolve(stats) : reject(error)));
  });

/** Linux only: a handle that names a file without opening it, so a FIFO or a device is not touched. Not in `fs.constants`. */
const O_PATH = 0o10000000;
const LINUX = process.platform === "linux";
const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = fs.constants;

export const NAME_FLAGS: number = LINUX ? O_PATH | O_NOFOLLOW : O_RDONLY | O_NONBLOCK | O_NOFOLLOW;
export const ROOT_FLAGS: number = LINUX ? O_PATH | O_DIRECTORY : O_RDONLY | O_DIRECTORY;

/** An open file or folder, named by a handle that a swapped path cannot redirect. */
export interface Held {
  readonly fd: number;
  /** Where it was found; used only where handles have no paths (not Linux). */
  readonly hostPath: string;
}

/** A path that leads to exactly what is held. Elsewhere than on Linux, the path it was found at. */
export function heldPath(held: Held): string {
  return LINUX ? `/proc/self/fd/${held.fd}` : held.hostPath;
}
/** A path for one name in a held folder. `name` is a single segment. */
export function childPath(folder: Held, name: string): string {
  return `${heldPath(folder)}/${name}`;
}
/** The same for another process of this user. */
export function outsidePath(held: Held): string {
  return LINUX ? `/proc/${process.pid}/fd/${held.fd}` : held.hostPath;
}

export function errorCode(error: unknown): string | undefined {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
}
