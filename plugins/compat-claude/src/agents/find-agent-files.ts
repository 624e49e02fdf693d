import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders below an agents folder that are looked into. */
const MAX_DEPTH = 3;

/** Markdown files below a folder in name order, links to files included; none where there is no such folder. */
export async function findAgentFiles(folder: string, depth: number = MAX_DEPTH): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw error;
  });
  const files: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory() && depth > 0) files.push(...(await findAgentFiles(path, depth - 1)));
    else if (!entry.isDirectory() && entry.name.toLowerCase().endsWith(".md")) files.push(path);
  }
  return files;
}
