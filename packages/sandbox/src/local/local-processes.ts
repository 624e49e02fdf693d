import { SandboxError } from "@antler/plugin-api";
import { environOf, HAS_PROC, isZombie, processTable } from "../hosted/proc-table.js";
import { isAlive, processIdentity } from "../hosted/process-identity.js";

/** In the environment of every command, so that children which left their group are found. */
export const MARK = "ANTLER_CALL";
const ROUNDS = 50;
const ROUND_MS = 20;

/** A mark that names the process that answers for the call, so that another can tell when it is gone. */
export function callMark(call: string): string {
  const { pid, started } = processIdentity();
  return `${pid}.${started}.${call}`;
}

/**
 * Ends a group and every process with the mark, and checks. A process that left the group and cleared its environment
 * is not found: there is no boundary on this backend to hold it. Rejects with `orphan`.
 */
export async function endCall(group: number, mark: string, signal: NodeJS.Signals): Promise<void> {
  if (signal !== "SIGKILL") {
    signalProcess(-group, signal);
    return;
  }
  for (let round = 0; round < ROUNDS; round++) {
    signalProcess(-group, signal);
    const left = membersOf(group, mark);
    if (left.length === 0) return;
    for (const pid of left) signalProcess(pid, signal);
    await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  }
  throw new SandboxError("orphan", `Processes of group ${group} are still there after SIGKILL.`);
}

/** Ends what calls of dead processes left behind. Returns how many processes that were. */
export function sweepLeftovers(): number {
  if (!HAS_PROC) return 0;
  const left = processTable().filter((entry) => {
    const owner = markOf(entry.pid)?.split(".");
    return owner !== undefined && !isZombie(entry) && !isAlive(Number(owner[0]), owner[1] ?? "");
  });
  for (const { pid } of left) signalProcess(pid, "SIGKILL");
  return left.length;
}

function membersOf(group: number, mark: string): readonly number[] {
  if (!HAS_PROC) return signalProcess(-group, 0) ? [-group] : [];
  return processTable()
    .filter((entry) => !isZombie(entry) && (entry.group === group || markOf(entry.pid) === mark))
    .map(({ pid }) => pid);
}

function markOf(pid: number): string | undefined {
  const prefix = `${MARK}=`;
  return environOf(pid)
    ?.split("\0")
    .find((entry) => entry.startsWith(prefix))
    ?.slice(prefix.length);
}

/** False: there is no such process any more. */
function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
