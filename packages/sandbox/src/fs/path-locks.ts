import { createHash } from "node:crypto";
import { join } from "node:path";
import { holdProcessLock } from "./process-lock.js";

/** One holder at a time per key. The table holds only keys in use. */
export class PathLocks {
  readonly #folder: string | undefined;
  readonly #tails = new Map<string, Promise<void>>();

  /** With a folder, other processes that use the same one are kept out too. */
  constructor(folder?: string) {
    this.#folder = folder;
  }

  get size(): number {
    return this.#tails.size;
  }

  async hold<T>(key: string, use: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    let release = (): void => undefined;
    const tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tails.set(key, tail);
    try {
      await before;
      return await (this.#folder === undefined ? use() : holdProcessLock(lockPath(this.#folder, key), use));
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
      release();
    }
  }
}

function lockPath(folder: string, key: string): string {
  return join(folder, createHash("sha256").update(key).digest("hex").slice(0, 32));
}
