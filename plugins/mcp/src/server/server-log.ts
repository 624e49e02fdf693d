import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** A log is moved to `.old` when it is opened above this size. Bytes. */
const ROTATE_AT = 1_000_000;
/** How much of a server's last words goes into a warning. Characters. */
const TAIL = 500;

/** What a server writes to its error stream: a file for people, and the end of it for warnings. */
export class ServerLog {
  readonly file: string;
  #tail = "";
  #open = false;

  constructor(file: string) {
    this.file = file;
  }

  readonly write = (chunk: Buffer): void => {
    this.#tail = (this.#tail + chunk.toString("utf8")).slice(-TAIL);
    try {
      if (!this.#open) this.#prepare();
      appendFileSync(this.file, chunk);
    } catch {
      // A full or read-only disk must not cost the server its tools.
    }
  };

  /** The last lines since the last call, on one line. Empty when there are none. */
  takeTail(): string {
    const tail = this.#tail
      .trim()
      .split(/\s*\n\s*/)
      .slice(-3)
      .join(" / ");
    this.#tail = "";
    return tail;
  }

  #prepare(): void {
    this.#open = true;
    mkdirSync(dirname(this.file), { recursive: true });
    if ((statSync(this.file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT)
      renameSync(this.file, `${this.file}.old`);
  }
}
