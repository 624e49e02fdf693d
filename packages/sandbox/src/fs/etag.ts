import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";

/** By content: equal for equal bytes, whoever wrote them. */
export function contentEtag(data: Uint8Array): string {
  return `c-${createHash("sha256").update(data).digest("base64url").slice(0, 32)}`;
}

/** By inode and times, where only a part was read. Changes with every write, also with one of the same bytes. */
export function statEtag(stats: BigIntStats): string {
  return `s-${stats.dev}-${stats.ino}-${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}`;
}

export function isContentEtag(etag: string): boolean {
  return etag.startsWith("c-");
}
