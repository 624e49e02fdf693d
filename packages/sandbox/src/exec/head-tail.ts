/** Keeps the head and the tail of a stream of bytes in bounded memory. */
export class HeadTail {
  readonly #half: number;
  readonly #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  total = 0;

  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  push(data: Uint8Array): void {
    this.total += data.length;
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      this.#head.push(data.slice(0, room));
      this.#headBytes += Math.min(room, data.length);
    }
    if (data.length > room) this.#pushTail(data.slice(Math.max(0, room)));
  }

  get truncated(): boolean {
    return this.total > this.#headBytes + this.#tailBytes;
  }

  /** Everything, or head and tail around a mark; cut between UTF-8 characters. */
  bytes(): Uint8Array {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (!this.truncated) return Buffer.concat([head, tail]);
    const [before, after] = [head.subarray(0, endOfCharacters(head)), tail.subarray(startOfCharacters(tail))];
    const missing = this.total - before.length - after.length;
    return Buffer.concat([before, Buffer.from(`\n... [${missing} bytes discarded] ...\n`), after]);
  }

  #pushTail(data: Uint8Array): void {
    this.#tail.push(data);
    this.#tailBytes += data.length;
    if (this.#tailBytes <= 2 * this.#half) return;
    const all = Buffer.concat(this.#tail);
    this.#tail = [all.subarray(all.length - this.#half)];
    this.#tailBytes = this.#half;
  }
}

/** Where the last complete UTF-8 character ends, looking back at most three bytes. */
function endOfCharacters(data: Uint8Array): number {
  for (let back = 1; back <= Math.min(4, data.length); back++) {
    const byte = data[data.length - back] ?? 0;
    if (byte < 0x80) return data.length;
    if (byte >= 0xc0) return back >= (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? data.length : data.length - back;
  }
  return data.length;
}
function startOfCharacters(data: Uint8Array): number {
  let start = 0;
  while (start < 4 && ((data[start] ?? 0) & 0xc0) === 0x80) start++;
  return start;
}
