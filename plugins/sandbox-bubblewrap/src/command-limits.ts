import { readFileSync } from "node:fs";
import type { Limits } from "@antler/plugin-api";

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

/**
 * Limits are set inside the sandbox, so that processes are counted in its own user namespace and not for the user on the host.
 * A shell sets them itself, from the file that BASH_ENV names, which saves a program start; the command's text stays as it is.
 */
export function limitsScript({ memoryBytes, pids, fileBytes, openFiles }: CommandLimits): string {
  const kib = (bytes: number): number => Math.ceil(bytes / 1024);
  return `unset BASH_ENV\nulimit -c 0 -u ${pids} -f ${kib(fileBytes)} -n ${openFiles} -d ${kib(memoryBytes)}\n`;
}

export function limitedArgv(
  command: readonly string[],
  { memoryBytes, pids, fileBytes, openFiles }: CommandLimits,
): readonly string[] {
  return [
    ...[
      "/usr/bin/prlimit",
      "--core=0",
      `--nproc=${pids}`,
      `--fsize=${fileBytes}`,
      `--nofile=${openFiles}`,
      `--data=${memoryBytes}`,
      "--",
    ],
    ...command,
  ];
}

function ownLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
