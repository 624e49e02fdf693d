import { readFileSync } from "node:fs";
import { SandboxError } from "@antler/plugin-api";

const ROUNDS = 260;
const ROUND_MS = 20;
/** Rounds in which bwrap may still be about to make its sandbox: killed before, it could leave one behind. */
const PATIENCE = 30;

/**
 * Ends a sandbox by its pid 1: the kernel then ends everything in its pid namespace, and bwrap, which waits for pid 1, ends when all
 * of that is gone. `pid` is bwrap outside. Rejects with `orphan` when it is still there after five seconds.
 */
export async function endNamespace(pid: number): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    if (!isRunning(pid)) return;
    const children = childrenOf(pid);
    for (const child of children) kill(child);
    if (children.length === 0 && round === PATIENCE) kill(pid);
    await new Promise((resolve) => setTimeout(resolve, round < 10 ? 2 : ROUND_MS));
  }
  throw new SandboxError("orphan", `The sandbox of process ${pid} is still there after SIGKILL.`);
}

function childrenOf(pid: number): readonly number[] {
  return (readProc(pid, `task/${pid}/children`) ?? "").trim().split(" ").filter(Boolean).map(Number);
}

/** False also for a zombie: it runs no more. */
function isRunning(pid: number): boolean {
  const text = readProc(pid, "stat");
  return text !== undefined && !/^[ZX]/.test(text.slice(text.lastIndexOf(")") + 2));
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has gone by itself.
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return undefined;
  }
}
