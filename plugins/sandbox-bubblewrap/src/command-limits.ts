import { existsSync, readFileSync } from "node:fs";
import type { Limits } from "@antler/plugin-api";
import { LIMITS_FILE } from "./etc-folder.js";

/** 2 GiB of data a process, 256 processes, 100 MiB a file and in /tmp, 1024 open files. */
export const DEFAULT_LIMITS: CommandLimits = {
  memoryBytes: 2 * 1024 ** 3,
  pids: 256,
  fileBytes: 100 * 1024 ** 2,
  openFiles: 1024,
  tmpBytes: 100 * 1024 ** 2,
};
export type CommandLimits = Required<Pick<Limits, "memoryBytes" | "pids" | "fileBytes" | "openFiles" | "tmpBytes">>;

/** Rows of /proc/self/limits. */
const ROWS = {
  memoryBytes: "Max data size",
  pids: "Max processes",
  fileBytes: "Max file size",
  openFiles: "Max open files",
} as const;

/** The limits of commands, none above what this process itself is held to: they could not be set. */
export function commandLimits(limits: Limits): CommandLimits {
  const wanted = { ...DEFAULT_LIMITS, ...limits };
  const text = ownLimits();
  const held = Object.entries(ROWS).map(([key, row]) => {
    const hard = new RegExp(`^${row}\\s+\\S+\\s+(\\d+)`, "m").exec(text)?.[1];
    const value = wanted[key as keyof typeof ROWS];
    return [key, hard === undefined ? value : Math.min(value, Number(hard))];
  });
  return { ...wanted, ...Object.fromEntries(held) };
}

/** Where a command finds the entries of its groups: behind the descriptor of bwrap's arguments. */
export const FIRST_ENTRY_FD = 4;
/** With these a shell would not read the file that BASH_ENV names, or not do all that it says. */
const SHELL_SWITCHES = new Set(["POSIXLY_CORRECT", "SHELLOPTS", "BASHOPTS", "GLOBIGNORE"]);
/** Descriptors that whoever started us left open reach every program below us: one of a folder would lead out of the sandbox. */
const CLOSE_OTHERS =
  'for ANTLER_FD in /proc/self/fd/*; do [ "${ANTLER_FD##*/}" -le 2 ] || eval "exec ${ANTLER_FD##*/}>&-"; done; unset ANTLER_FD';

/**
 * Limits are set inside the sandbox, so that processes are counted in its own user namespace and not for the user on the host. A shell
 * sets them itself, from the file that BASH_ENV names, which saves a program start; the command's text stays as it is. It also enters its
 * kernel groups itself, by the descriptors `entries`: moving another process costs 4 to 12 ms, oneself a tenth of one.
 */
export function limitsScript({ memoryBytes, pids, fileBytes, openFiles }: CommandLimits, entries: number): string {
  const kib = (bytes: number): number => Math.ceil(bytes / 1024);
  const descriptors = Array.from({ length: entries }, (_, index) => FIRST_ENTRY_FD + index);
  return [
    "unset BASH_ENV",
    ...descriptors.map((fd) => `echo 0 >&${fd} || exit 125`),
    CLOSE_OTHERS,
    `ulimit -c 0 -u ${pids} -f ${kib(fileBytes)} -n ${openFiles} -d ${kib(memoryBytes)} || exit 125\n`,
  ].join("\n");
}

/** Everything is started by a shell that reads the limits: one of the host's, whatever lies in the folders that PATH names first. */
export function limitedArgv(command: string | readonly string[]): readonly string[] {
  const bash = SHELLS.find((path) => existsSync(path)) ?? "bash";
  const shell = [bash, "--noprofile", "--norc", "-c"];
  return typeof command === "string" ? [...shell, command, "bash"] : [...shell, 'exec -- "$@"', "bash", ...command];
}
const SHELLS = ["/usr/bin/bash", "/bin/bash", "/usr/local/bin/bash"];

export function limitedEnv(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept = Object.entries(env).filter(([name]) => !SHELL_SWITCHES.has(name));
  return { ...Object.fromEntries(kept), BASH_ENV: LIMITS_FILE };
}

function ownLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
