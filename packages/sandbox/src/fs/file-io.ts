import fs, { type BigIntStats } from "node:fs";
import { promisify } from "node:util";
import { SandboxError } from "@antler/plugin-api";
import { closeFd, type Held, heldPath, openFd } from "./descriptors.js";

const readFd = promisify(fs.read);
const writeFd = promisify(fs.write);
const { O_NONBLOCK, O_RDONLY } = fs.constants;

/** Refuses what would block or act when it is opened: FIFOs, sockets, devices. */
export function assertRegular(stats: BigIntStats, path: string): void {
  if (stats.isDirectory()) throw new SandboxError("is_directory", `${path} is a directory.`);
  if (!stats.isFile()) throw new SandboxError("not_regular_file", `${path} is not a regular file.`);
}

/** Opens exactly what is held, and closes it again. */
export async function withOpen<T>(held: Held, flags: number, use: (fd: number) => Promise<T>): Promise<T> {
  const fd = await openFd(heldPath(held), flags | O_NONBLOCK);
  try {
    return await use(fd);
  } finally {
    await closeFd(fd);
  }
}

/** Bytes from `offset`, up to `length`; fewer at the end of the file. */
export function readHeld(held: Held, offset: number, length: number, signal?: AbortSignal): Promise<Uint8Array> {
  return withOpen(held, O_RDONLY, async (fd) => {
    const data = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      signal?.throwIfAborted();
      const { bytesRead } = await readFd(fd, data, filled, Math.min(length - filled, 1 << 20), offset + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return data.subarray(0, filled);
  });
}

export async function writeAll(fd: number, data: Uint8Array): Promise<void> {
  let written = 0;
  while (written < data.length) {
    const { bytesWritten } = await writeFd(fd, data, written, data.length - written);
    written += bytesWritten;
  }
}
