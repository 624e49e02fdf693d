import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { HAS_PROC, isZombie, processEntry } from "./proc-table.js";

/** Names a process of a machine for good, also where its pid is given to another later. */
export interface ProcessIdentity {
  /** Equal where pids mean the same: one boot of one machine, one namespace of pids. */
  readonly scope: string;
  readonly pid: number;
  /** When it started, in clock ticks; "0" where the host does not tell. */
  readonly started: string;
}

export function processIdentity(): ProcessIdentity {
  return { scope: pidScope(), pid: process.pid, started: processEntry(process.pid)?.started ?? "0" };
}

/** `unknown`: it is a process of elsewhere. */
export function processState({ scope, pid, started }: ProcessIdentity): "alive" | "dead" | "unknown" {
  if (scope !== pidScope()) return "unknown";
  return isAlive(pid, started) ? "alive" : "dead";
}

/** For a process of this scope. */
export function isAlive(pid: number, started: string): boolean {
  if (!HAS_PROC) return exists(pid);
  const entry = processEntry(pid);
  return entry !== undefined && !isZombie(entry) && entry.started === started;
}

function pidScope(): string {
  const parts = HAS_PROC
    ? [readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim(), readlinkSync("/proc/self/ns/pid")]
    : [hostname()];
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // One that we may not signal is there all the same.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
