import { posix } from "node:path";
import { type GrepMatch, type GrepQuery, type Mount, type Page, SandboxError } from "@antler/plugin-api";
import { outsidePath } from "./descriptors.js";
import { assertRegular, readHeld } from "./file-io.js";
import { type Candidate, runSearch } from "./run-search.js";
import { MAX_SEARCHED_BYTES, searchCommand } from "./search-command.js";
import { type Walked, walk } from "./walk.js";

export interface GrepOptions {
  readonly path: string;
  readonly limit: number;
  readonly includeIgnored: boolean;
  readonly signal: AbortSignal;
}

/**
 * Finds lines with the search tool, then shows them from a safe read of each file: the tool opens files by name, so what it read may
 * have been swapped for a link. A line that a safe read does not have at that place is dropped.
 */
export async function grepTree(
  mounts: readonly Mount[],
  query: GrepQuery,
  options: GrepOptions,
): Promise<Page<GrepMatch>> {
  const found = await walk(mounts, options.path, { mode: "read" }, (walked) => findLines(walked, query, options));
  const items: GrepMatch[] = [];
  let file: { readonly path: string; readonly lines: readonly string[] } | undefined;
  for (const candidate of found.slice(0, options.limit)) {
    const path = candidate.path === "" ? options.path : posix.join(options.path, candidate.path);
    if (file?.path !== path) file = { path, lines: await readLines(mounts, path) };
    const text = file.lines[candidate.line - 1];
    if (text !== undefined) items.push({ path, line: candidate.line, text });
  }
  return { items, truncated: found.length > options.limit };
}

async function findLines(walked: Walked, query: GrepQuery, options: GrepOptions): Promise<readonly Candidate[]> {
  if (walked.found === undefined) throw new SandboxError("not_found", `${options.path} does not exist.`);
  const { held, stats } = walked.found;
  const limit = options.limit + 1;
  if (stats.isDirectory()) {
    const command = await searchCommand(query, ".", options.includeIgnored);
    return runSearch({ command, cwd: outsidePath(held), limit, signal: options.signal });
  }
  assertRegular(stats, options.path);
  if (stats.size > MAX_SEARCHED_BYTES)
    throw new SandboxError("too_large", `${options.path} is above ${MAX_SEARCHED_BYTES} bytes.`, {
      hint: "Search it with grep in bash.",
    });
  const stdin = await readHeld(held, 0, Number(stats.size), options.signal);
  const found = await runSearch({
    command: await searchCommand(query, "-", true),
    stdin,
    limit,
    signal: options.signal,
  });
  return found.map(({ line }) => ({ path: "", line }));
}

async function readLines(mounts: readonly Mount[], path: string): Promise<readonly string[]> {
  try {
    const data = await walk(mounts, path, { mode: "read", keepLastLink: true }, async ({ found }) => {
      if (found?.stats.isFile() !== true || found.stats.size > MAX_SEARCHED_BYTES) return new Uint8Array();
      return readHeld(found.held, 0, Number(found.stats.size));
    });
    return new TextDecoder()
      .decode(data)
      .split("\n")
      .map((line) => line.replace(/\r$/, ""));
  } catch {
    return [];
  }
}
