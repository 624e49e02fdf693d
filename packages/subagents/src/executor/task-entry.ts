import { setMaxListeners } from "node:events";
import {
  addUsage,
  NO_USAGE,
  type SubagentOutcome,
  type SubagentTask,
  type TaskObserver,
  type TaskRecord,
  type TaskStatus,
  type TokenUsage,
} from "@antler/plugin-api";
import { createStepLog, type StepLog } from "./task-step.js";

export type Ending = Pick<SubagentOutcome, "status" | "result" | "error" | "stopReason">;

/** One task from queue to end. The first terminal write wins; whatever comes later changes nothing. */
export class TaskEntry {
  readonly task: SubagentTask;
  readonly observer: TaskObserver;
  readonly log: StepLog = createStepLog();
  /** Resolves with the outcome once the task has ended and has unwound, or the grace time is over. */
  readonly settled: Promise<SubagentOutcome>;
  readonly #abort = new AbortController();
  readonly #settle: (outcome: SubagentOutcome) => void;
  #status: TaskStatus = "pending";
  #outcome: SubagentOutcome | undefined;
  #startedAt: number | undefined;
  #spentBelow = NO_USAGE;
  /** What the agent says it has spent: it also knows of answers that became no step. */
  #reported: { readonly turns: number; readonly usage: TokenUsage } | undefined;

  constructor(task: SubagentTask, observer: TaskObserver) {
    this.task = task;
    this.observer = observer;
    const { promise, resolve } = withResolvers<SubagentOutcome>();
    this.settled = promise;
    this.#settle = resolve;
    // Every tool call of the child may listen to it; their number is bounded by max_turns, not by Node's warning at 11.
    setMaxListeners(0, this.#abort.signal);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }
  get status(): TaskStatus {
    return this.#status;
  }
  get ended(): boolean {
    return this.#outcome !== undefined;
  }
  get record(): TaskRecord {
    return { id: this.task.id, status: this.#status, outcome: this.#outcome };
  }
  get usage(): TokenUsage {
    return addUsage(this.#reported?.usage ?? this.log.usage, this.#spentBelow);
  }
  /** A concluding call is no turn, so the log may have seen one answer more. */
  get turns(): number {
    return this.#reported?.turns ?? Math.min(this.log.turns, this.task.blueprint.maxTurns ?? this.log.turns);
  }

  markRunning(): void {
    this.#status = "running";
    this.#startedAt = performance.now();
  }

  report(spent: { readonly turns: number; readonly usage: TokenUsage }): void {
    this.#reported = spent;
  }

  /** Tokens spent by what the child itself started. */
  spend(usage: TokenUsage): void {
    this.#spentBelow = addUsage(this.#spentBelow, usage);
  }

  /** False: another terminal state came first. */
  end(ending: Ending, counted?: { readonly usage: TokenUsage; readonly turns: number }): boolean {
    if (this.#outcome !== undefined) return false;
    const usage = counted === undefined ? this.usage : addUsage(counted.usage, this.#spentBelow);
    this.#outcome = Object.freeze({
      taskId: this.task.id,
      ...ending,
      model: this.task.blueprint.model,
      usage,
      turns: counted?.turns ?? this.turns,
      durationMs: this.#startedAt === undefined ? 0 : Math.round(performance.now() - this.#startedAt),
    });
    this.#status = ending.status;
    return true;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Lets those who wait have the outcome. */
  publish(): void {
    if (this.#outcome !== undefined) this.#settle(this.#outcome);
  }
}

function withResolvers<T>(): { readonly promise: Promise<T>; readonly resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
