import type { BigIntStats } from "node:fs";
import type { FileInfo } from "@antler/plugin-api";

export function fileInfo(path: string, stats: BigIntStats): FileInfo {
  const type = stats.isFile() ? "file" : stats.isDirectory() ? "dir" : stats.isSymbolicLink() ? "symlink" : "other";
  return { path, type, size: Number(stats.size), mtimeMs: Number(stats.mtimeMs) };
}
