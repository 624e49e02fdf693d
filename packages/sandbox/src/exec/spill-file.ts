import type { SandboxFs } from "@antler/plugin-api";

export interface SpillTarget {
  /** Path inside the sandbox. */
  readonly path: string;
  /** Nothing is written before this many bytes have come. */
  readonly after: number;
  /** Bytes that are written, at most. */
  readonly maxBytes: number;
}
export interface Spilled {
  readonly path: string;
  readonly bytes: number;
  /** False: the file ends before the output does. */
  readonly complete: boolean;
}
/** Written at once; keeps the number of appends low. Bytes. */
const BATCH = 256 * 1024;

/** Output that becomes a file once there is too much of it to show. A full disk ends the file, not the command. */
export class SpillFile {
  readonly #fs: SandboxFs;
  readonly #target: SpillTarget;
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #total = 0;
  #written = 0;
  #failed = false;

  constructor(fs: SandboxFs, target: SpillTarget) {
    this.#fs = fs;
    this.#target = target;
  }

  async push(data: Uint8Array): Promise<void> {
    const room = this.#target.maxBytes - this.#total;
    this.#total += data.length;
    if (room > 0 && !this.#failed) {
      this.#pending.push(data.slice(0, room));
      this.#pendingBytes += Math.min(room, data.length);
    }
    if (this.#total > this.#target.after && this.#pendingBytes >= BATCH) await this.#flush();
  }

  /** The file, if there was enough to make one. */
  async end(): Promise<Spilled | undefined> {
    if (this.#total > this.#target.after) await this.#flush();
    if (this.#written === 0) return undefined;
    return { path: this.#target.path, bytes: this.#written, complete: this.#written === this.#total };
  }

  async #flush(): Promise<void> {
    const data = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    if (data.length === 0 || this.#failed) return;
    try {
      await this.#fs.writeFile(this.#target.path, data, { mode: this.#written === 0 ? "overwrite" : "append" });
      this.#written += data.length;
    } catch {
      this.#failed = true;
    }
  }
}
