import { readdir, rmdir, unlink } from "node:fs/promises";
import { childPath, closeFd, type Held, heldPath, NAME_FLAGS, openFd, statFd } from "./descriptors.js";

/** Removes a held folder's contents by handles, so that a swapped link is unlinked and never entered. */
export async function emptyFolder(folder: Held): Promise<void> {
  for (const name of await readdir(heldPath(folder))) await removeEntry(folder, name, true);
}

export async function removeEntry(folder: Held, name: string, recursive: boolean): Promise<void> {
  const path = childPath(folder, name);
  const held = { fd: await openFd(path, NAME_FLAGS), hostPath: path };
  try {
    const isFolder = (await statFd(held.fd)).isDirectory();
    if (isFolder && recursive) await emptyFolder(held);
    await (isFolder ? rmdir(path) : unlink(path));
  } finally {
    await closeFd(held.fd);
  }
}
