/** Shorter values are left: masking them would garble ordinary text more than it protects. Characters. */
export const MIN_MASKED_LENGTH = 8;
export const REDACTED = "[redacted]";

/** Replaces every secret value in a text, the longest first. */
export function maskValues(text: string, values: Iterable<string>): string {
  const pattern = secretPattern(maskable(values));
  return pattern === undefined ? text : text.replace(pattern, () => REDACTED);
}

/** Masks a stream of bytes chunk by chunk; a value that is split between chunks is found too. */
export class StreamMasker {
  readonly #pattern: RegExp | undefined;
  readonly #longest: number;
  #held = "";

  constructor(values: Iterable<string>) {
    const bytes = maskable(values).map((value) => Buffer.from(value, "utf8").toString("latin1"));
    this.#pattern = secretPattern(bytes);
    this.#longest = Math.max(1, ...bytes.map((value) => value.length));
  }

  push(data: Uint8Array): Uint8Array {
    if (this.#pattern === undefined) return data;
    const text = this.#held + Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("latin1");
    return this.#emit(text, Math.max(0, text.length - this.#longest + 1));
  }

  /** The rest, after the last chunk. */
  end(): Uint8Array {
    return this.#emit(this.#held, this.#held.length);
  }

  /** Only values that begin before `safe` are complete for certain. */
  #emit(text: string, safe: number): Uint8Array {
    let done = 0;
    let output = "";
    for (const match of this.#pattern === undefined ? [] : text.matchAll(this.#pattern)) {
      if (match.index >= safe) break;
      output += text.slice(done, match.index) + REDACTED;
      done = match.index + match[0].length;
    }
    const end = Math.max(done, safe);
    this.#held = text.slice(end);
    return Buffer.from(output + text.slice(done, end), "latin1");
  }
}

function maskable(values: Iterable<string>): readonly string[] {
  return [...new Set(values)].filter((value) => value.length >= MIN_MASKED_LENGTH).sort((a, b) => b.length - a.length);
}

function secretPattern(values: readonly string[]): RegExp | undefined {
  if (values.length === 0) return undefined;
  return new RegExp(values.map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
}
