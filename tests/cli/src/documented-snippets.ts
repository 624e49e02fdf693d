import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT: string = fileURLToPath(new URL("../../../", import.meta.url));

/** One fenced block of a page. */
export interface Snippet {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/** Every fenced block of the pages for users, in order. */
export function documentedSnippets(): readonly Snippet[] {
  const pages = execFileSync(
    "git",
    ["ls-files", "README.md", "docs/*.md", "packages/*/README.md", "plugins/*/README.md", "examples/*/README.md"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  return pages.trim().split("\n").flatMap(snippetsOf);
}

export function snippetsOf(page: string): readonly Snippet[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  return [...text.matchAll(/^ *```(\w*)\n(.*?)^ *```$/gms)].map((found) => ({
    page,
    line: text.slice(0, found.index).split("\n").length,
    language: found[1] ?? "",
    text: found[2] ?? "",
  }));
}

/** The first block of a page in one language, for example the plugin that the page begins with. */
export function firstSnippet(page: string, language: string): string {
  const found = snippetsOf(page).find((snippet) => snippet.language === language);
  if (found === undefined) throw new Error(`${page} has no block of ${language}`);
  return found.text;
}
