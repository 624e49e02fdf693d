import type { OutputChunk } from "@antler/plugin-api";

/** Waiting output, bytes: above it a reader makes the child wait, and without a reader the newest is dropped. */
const CAPACITY = 1 << 20;

/** Output in arrival order for one reader. */
export class OutputQueue implements AsyncIterable<OutputChunk> {
  #chunks: OutputChunk[] = [];
  #bytes = 0;
  #ended = false;
  #reader: "none" | "reading" | "gone" = "none";
  #wake: (() => void) | undefined;
  /** Called when there is room again. */
  onRoom: () => void = () => undefined;

  /** False: stop the source until `onRoom`. */
  push(chunk: OutputChunk): boolean {
    if (this.#ended || this.#reader === "gone") return true;
    if (this.#reader === "none" && this.#bytes + chunk.data.length > CAPACITY) return true;
    this.#chunks.push(chunk);
    this.#bytes += chunk.data.length;
    this.#wake?.();
    return this.#reader === "none" || this.#bytes < CAPACITY;
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk, void, void> {
    if (this.#reader !== "none") throw new Error("the output of a process has one reader");
    this.#reader = "reading";
    try {
      for (;;) {
        const chunks = this.#chunks;
        this.#chunks = [];
        this.#bytes = 0;
        if (chunks.length > 0) this.onRoom();
        yield* chunks;
        if (this.#chunks.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        this.#wake = undefined;
      }
    } finally {
      this.#reader = "gone";
      this.#chunks = [];
      this.onRoom();
    }
  }
}
