import { execFile } from "node:child_process";
import type { Limits } from "@antler/plugin-api";

/** What a command may use unless the config says otherwise. 100 MiB a file, 1024 files, 2 GiB of data a process. */
export const DEFAULT_LIMITS: Required<Pick<Limits, "fileBytes" | "openFiles" | "memoryBytes">> = {
  fileBytes: 100 * 1024 * 1024,
  openFiles: 1024,
  memoryBytes: 2 * 1024 * 1024 * 1024,
};

/** The command line that sets limits and then becomes the command. RLIMIT_DATA: RLIMIT_AS would keep node from starting. */
export function prlimitArgv(limits: Limits, argv: readonly string[]): readonly string[] {
  const flag = (name: string, value: number | undefined): readonly string[] =>
    value === undefined ? [] : [`--${name}=${value}`];
  return [
    "prlimit",
    "--core=0",
    ...flag("fsize", limits.fileBytes),
    ...flag("nofile", limits.openFiles),
    ...flag("data", limits.memoryBytes),
    ...flag("nproc", limits.pids),
    "--",
    ...argv,
  ];
}

export function hasPrlimit(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile("prlimit", ["--core=0", "--", "true"], (error) => resolve(error === null));
  });
}
