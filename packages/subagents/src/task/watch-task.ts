import { setMaxListeners } from "node:events";
import {
  NO_USAGE,
  type RunEventBody,
  type SubagentOutcome,
  type SubagentTask,
  type TaskExecutor,
  type ToolOutput,
  type ToolRuntime,
} from "@antler/plugin-api";
import { startDeadline } from "../executor/deadline.js";
import { formatOutcome } from "../result/format-outcome.js";
import { outcomeArtifact, outcomeMetadata } from "../result/outcome-metadata.js";
import { endedEvent, runningEvent, startedEvent } from "./task-events.js";

/** Beyond a task's own timeout, for executors that do not keep it: then the wait is given up and the task is cancelled. */
export const SAFETY_MARGIN_SECONDS = 60;

/**
 * Starts the task and follows it to its end: one `task_started`, each step, one terminal event, its tokens counted once.
 * Throws the signal's reason when the lead is cancelled; the task is cancelled with it.
 */
export async function watchTask(
  task: SubagentTask,
  { context, signal, callId }: Pick<ToolRuntime, "context" | "signal" | "callId">,
  executor: TaskExecutor,
  safetyMarginSeconds: number = SAFETY_MARGIN_SECONDS,
): Promise<ToolOutput> {
  signal.throwIfAborted();
  const emit = (event: RunEventBody): void => bestEffort(() => context.emit(event));
  const wait = boundedWait(task.timeoutSeconds + safetyMarginSeconds);
  let told = false;
  const tellEnd = (outcome: SubagentOutcome): void => {
    if (told) return;
    told = true;
    context.spend(outcome.usage);
    emit(endedEvent(outcome));
  };
  // The end is told inside the abort, so that it stands before whatever the run does next.
  const cancel = (): void => {
    executor.cancel(task.id);
    const outcome = executor.get(task.id)?.outcome;
    if (outcome !== undefined) tellEnd(outcome);
  };

  executor.start(task, { onStart: wait.start, onStep: (progress) => emit(runningEvent(task, progress)), emit });
  emit(startedEvent(task, callId));
  // Parallel tasks share the lead's signal, and Node warns of a leak from the eleventh listener on.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel(); // by whoever heard of the start
  try {
    const outcome = await Promise.race([executor.outcome(task.id), wait.over]);
    if (outcome === undefined) return giveUp(task, executor, wait.seconds, tellEnd);
    tellEnd(outcome);
    executor.forget(task.id);
    signal.throwIfAborted();
    return report(outcome);
  } finally {
    wait.clear();
    signal.removeEventListener("abort", cancel);
  }
}

function report(outcome: SubagentOutcome): ToolOutput {
  return {
    text: formatOutcome(outcome),
    status: outcome.status === "completed" ? "success" : "error",
    artifact: outcomeArtifact(outcome),
    metadata: outcomeMetadata(outcome),
  };
}

/** The executor has not kept the task's timeout. It is asked to cancel, and its record goes once the task has settled. */
function giveUp(
  task: SubagentTask,
  executor: TaskExecutor,
  seconds: number,
  tellEnd: (outcome: SubagentOutcome) => void,
): ToolOutput {
  const status = executor.get(task.id)?.status ?? "unknown";
  const error = `Task polling timed out after ${Math.round(seconds / 60)} minutes. This may indicate the background task is stuck. Status: ${status}`;
  executor.cancel(task.id);
  void executor.outcome(task.id).then(() => executor.forget(task.id));
  const known = executor.get(task.id)?.outcome;
  const outcome: SubagentOutcome = {
    taskId: task.id,
    status: "timed_out",
    result: null,
    error,
    stopReason: null,
    model: task.blueprint.model,
    usage: known?.usage ?? NO_USAGE,
    turns: known?.turns ?? 0,
    durationMs: known?.durationMs ?? seconds * 1000,
  };
  tellEnd(outcome);
  return { ...(report(outcome) as object), text: formatOutcome({ status: "polling_timed_out", error }) };
}

/** `over` resolves with undefined when the time is up. The clock starts with the execution: waiting for a slot costs nothing. */
function boundedWait(seconds: number): {
  readonly seconds: number;
  readonly over: Promise<undefined>;
  start(): void;
  clear(): void;
} {
  let clear = (): void => {};
  let start = (): void => {};
  const over = new Promise<undefined>((resolve) => {
    start = () => {
      clear = startDeadline(seconds * 1000, () => resolve(undefined)).clear;
    };
  });
  return { seconds, over, start: () => start(), clear: () => clear() };
}

function bestEffort(tell: () => void): void {
  try {
    tell();
  } catch {
    // A stream that cannot take the event does not end the task.
  }
}
