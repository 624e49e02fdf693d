import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** `file:line` of each line that holds `name`, by looking into every text file; sorted. */
export function searchFolder(folder: string, name: string): readonly string[] {
  return filesBelow(folder)
    .flatMap((file) => {
      const text = readFileSync(file);
      if (text.includes(0)) return [];
      return text
        .toString("utf8")
        .split("\n")
        .flatMap((line, index) => (line.includes(name) ? [`${relative(folder, file)}:${index + 1}`] : []));
    })
    .sort();
}

/** The same by grep, where there is one. */
export function grepFolder(folder: string, name: string): readonly string[] | undefined {
  const found = spawnSync("grep", ["-rnIF", "--", name, "."], { cwd: folder, encoding: "utf8", maxBuffer: 1e9 });
  if (found.error !== undefined) return undefined;
  return [...found.stdout.matchAll(/^\.\/(.+?:\d+):/gm)].map((match) => match[1] ?? "").sort();
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
