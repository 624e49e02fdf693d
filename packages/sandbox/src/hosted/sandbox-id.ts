import { createHash } from "node:crypto";

/** 128 bits of the key's hash: the same key names the same sandbox in every process, and nobody guesses another's. */
export function sandboxId(key: string): string {
  return createHash("sha256").update(key).digest("hex").slice(0, 32);
}
