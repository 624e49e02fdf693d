import type { GrepQuery } from "@antler/plugin-api";
import { errorCode } from "./descriptors.js";
import { IGNORED_NAMES } from "./ignored-names.js";

/** Files above this are not searched, bytes. A spilled output is not above it. */
export const MAX_SEARCHED_BYTES: number = 10 * 1024 ** 2;

export interface SearchCommand {
  readonly argv: readonly string[];
}

/** Command line of ripgrep, or of grep where ripgrep is not installed for this platform. `where`: `.` or `-` for stdin. */
export async function searchCommand(
  query: GrepQuery,
  where: "." | "-",
  includeIgnored: boolean,
): Promise<SearchCommand> {
  const rg = await ripgrep();
  return {
    argv:
      rg === undefined ? grepArgv(query, where, includeIgnored) : [rg, ...ripgrepArgs(query, where, includeIgnored)],
  };
}

async function ripgrep(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch (error) {
    if (errorCode(error) === "ERR_MODULE_NOT_FOUND" || error instanceof Error) return undefined;
    throw error;
  }
}

function ripgrepArgs(query: GrepQuery, where: string, includeIgnored: boolean): readonly string[] {
  const globs = [
    ...(query.glob === undefined ? [] : [query.glob]),
    ...(includeIgnored ? [] : IGNORED_NAMES.map((name) => `!${name}`)),
  ];
  return [
    ...["--no-config", "--no-messages", "--color=never", "--no-heading", "--null", "--line-number", "--with-filename"],
    ...["--no-ignore", "--hidden", "--no-follow", "--sort=path", `--max-filesize=${MAX_SEARCHED_BYTES}`],
    ...(query.literal === true ? ["--fixed-strings"] : []),
    ...(query.ignoreCase === true ? ["--ignore-case"] : []),
    ...(where === "." ? globs.map((glob) => `--glob=${glob}`) : []),
    `--regexp=${query.pattern}`,
    "--",
    where,
  ];
}

function grepArgv(query: GrepQuery, where: string, includeIgnored: boolean): readonly string[] {
  const names = includeIgnored ? [] : IGNORED_NAMES;
  return [
    ...["grep", "-nIHZ", "--color=never", "-s"],
    ...(where === "." ? ["-r"] : []),
    query.literal === true ? "-F" : "-E",
    ...(query.ignoreCase === true ? ["-i"] : []),
    ...(where === "." && query.glob !== undefined ? [`--include=${query.glob}`] : []),
    ...(where === "." ? names.flatMap((name) => [`--exclude=${name}`, `--exclude-dir=${name}`]) : []),
    "-e",
    query.pattern,
    "--",
    where,
  ];
}
