import { readdirSync, readFileSync } from "node:fs";

/** Whether this host tells about its processes in `/proc`. */
export const HAS_PROC: boolean = process.platform === "linux";

export interface ProcessEntry {
  readonly pid: number;
  readonly state: string;
  readonly group: number;
  /** Clock ticks after boot; with the pid it names a process for good. */
  readonly started: string;
}

/** Every process that can be seen, zombies included. Read at once: it must be quick, and /proc does not block. */
export function processTable(): readonly ProcessEntry[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processEntry(Number(name)) ?? []);
}

export function processEntry(pid: number): ProcessEntry | undefined {
  const text = readProc(pid, "stat");
  if (text === undefined) return undefined;
  // The command name is in parentheses and may hold anything, parentheses included.
  const [state = "", , group = "", ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { pid, state, group: Number(group), started: rest[16] ?? "" };
}

/** Dead but not yet reaped: it runs no more, and who reaps it is not our business. */
export function isZombie(entry: ProcessEntry): boolean {
  return entry.state === "Z" || entry.state === "X";
}

/** The direct children of a process. */
export function childrenOf(pid: number): readonly number[] {
  const text = readProc(pid, `task/${pid}/children`);
  return text === undefined ? [] : text.trim().split(" ").filter(Boolean).map(Number);
}

/** The environment a process was started with; undefined: not ours to see, or gone. */
export function environOf(pid: number): string | undefined {
  return readProc(pid, "environ");
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return undefined;
  }
}
