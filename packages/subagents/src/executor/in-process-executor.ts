import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Agent,
  type AgentFactory,
  type AgentResult,
  AntlerError,
  NO_USAGE,
  type SubagentOutcome,
  type SubagentTask,
  type TaskExecutor,
  type TaskObserver,
  type TaskRecord,
} from "@antler/plugin-api";
import { startDeadline } from "./deadline.js";
import { judgeEnd } from "./judge-end.js";
import { leftBehindEvent } from "./left-behind-event.js";
import { resolvedEvents } from "./resolved-events.js";
import { type Ending, TaskEntry } from "./task-entry.js";
import { taskErrorText } from "./task-error-text.js";
import { createTaskQueue, type TaskQueue } from "./task-queue.js";

export interface InProcessOptions {
  /** Tasks that execute at a time; the others wait in order. */
  readonly maxRunning: number;
  /** How long an ended task may take to unwind before it is left behind. Milliseconds. */
  readonly graceMs: number;
  readonly agentFactory: () => AgentFactory;
  /** A thrown error in a person's words, where somebody knows them. */
  readonly explain?: (model: string, error: unknown) => string | undefined;
}

/** Runs subagents in this process. The table of tasks belongs to the instance; nothing is shared between two. */
export class InProcessExecutor implements TaskExecutor {
  readonly name = "in-process";
  readonly #options: InProcessOptions;
  readonly #queue: TaskQueue;
  readonly #table = new Map<string, TaskEntry>();
  readonly #waiting = new Map<TaskEntry, { leave(): void }>();
  readonly #finish = new Map<TaskEntry, () => void>();
  /** Children run in the context of this moment, not in that of the lead's tools node: nothing ambient is inherited. */
  readonly #detached = AsyncLocalStorage.snapshot();
  #stopped = false;

  constructor(options: InProcessOptions) {
    this.#options = options;
    this.#queue = createTaskQueue(options.maxRunning);
  }

  /** Tasks in the table: those that live, and those that ended and are not forgotten yet. */
  get size(): number {
    return this.#table.size;
  }

  /** Throws ANTLER_TASK_DUPLICATE when a task of this id is in the table. */
  start(task: SubagentTask, observer: TaskObserver = {}): void {
    if (this.#table.has(task.id)) {
      throw new AntlerError({
        code: "ANTLER_TASK_DUPLICATE",
        message: `a task with the id "${task.id}" was started already`,
        hint: "Give each task an id of its own, not the id of the tool call: providers repeat those.",
      });
    }
    // A copy, so that neither side sees what the other does to it.
    const entry = new TaskEntry(structuredClone(task), observer);
    this.#table.set(task.id, entry);
    if (this.#stopped) {
      this.#endEarly(entry, cancelled("The platform has stopped"));
      return;
    }
    const place = this.#queue.enter((release) => {
      this.#waiting.delete(entry);
      entry.markRunning();
      this.#detached(() => void this.#execute(entry, release));
    });
    if (entry.status === "pending") this.#waiting.set(entry, place);
  }

  get(taskId: string): TaskRecord | undefined {
    return this.#table.get(taskId)?.record;
  }

  outcome(taskId: string): Promise<SubagentOutcome> {
    return this.#table.get(taskId)?.settled ?? Promise.resolve(unknownTask(taskId));
  }

  cancel(taskId: string): void {
    const entry = this.#table.get(taskId);
    if (entry !== undefined) this.#endEarly(entry, cancelled("Cancelled by user"));
  }

  forget(taskId: string): void {
    if (this.#table.get(taskId)?.ended === true) this.#table.delete(taskId);
  }

  /** Cancels what lives and waits for it, and for what still unwinds, no longer than the grace time. Nothing starts any more. */
  async stop(): Promise<void> {
    this.#stopped = true;
    const entries = [...this.#table.values()];
    for (const entry of entries) this.#endEarly(entry, cancelled("The platform has stopped"));
    await Promise.all(entries.map((entry) => entry.settled));
  }

  async #execute(entry: TaskEntry, release: () => void): Promise<void> {
    const { timeoutSeconds } = entry.task;
    const deadline = startDeadline(timeoutSeconds * 1000, () =>
      this.#endEarly(entry, {
        status: "timed_out",
        result: null,
        error: `Execution timed out after ${timeoutSeconds} seconds`,
        stopReason: null,
      }),
    );
    this.#finish.set(entry, () => {
      if (!this.#finish.delete(entry)) return;
      deadline.clear();
      release();
      entry.publish();
    });
    await Promise.resolve(); // `start` has returned before the child's first step
    if (!entry.ended) attempt(() => entry.observer.onStart?.());
    await this.#work(entry);
    this.#finish.get(entry)?.();
  }

  /** Never rejects: whatever is thrown becomes the outcome, unless there is one already. */
  async #work(entry: TaskEntry): Promise<void> {
    try {
      entry.signal.throwIfAborted();
      const factory = this.#options.agentFactory();
      const resolved = await factory.resolve(entry.task.blueprint);
      entry.signal.throwIfAborted();
      const scope = scopeOf(entry);
      for (const event of resolvedEvents(resolved)) scope.emit(event);
      const agent = await factory.create(resolved, scope);
      entry.signal.throwIfAborted();
      const end = await follow(agent, entry);
      entry.end({ ...blank(), ...judgeEnd(end, entry.task), stopReason: end.stopReason ?? null }, end);
    } catch (thrown) {
      if (entry.ended) return;
      const explain = (error: unknown): string | undefined =>
        this.#options.explain?.(entry.task.blueprint.model, error);
      entry.end({ ...blank(), status: "failed", error: taskErrorText(thrown, explain) });
    }
  }

  /** Writes the terminal state at once, then asks the child to stop; those who wait get the outcome when it has. */
  #endEarly(entry: TaskEntry, ending: Ending): void {
    if (!entry.end(ending)) return;
    entry.abort(new DOMException(ending.error ?? "", ending.status === "timed_out" ? "TimeoutError" : "AbortError"));
    this.#waiting.get(entry)?.leave();
    this.#waiting.delete(entry);
    const finish = this.#finish.get(entry);
    if (finish === undefined) {
      entry.publish();
      return;
    }
    const grace = startDeadline(this.#options.graceMs, () => {
      attempt(() => entry.observer.emit?.(leftBehindEvent(entry.task, this.#options.graceMs)));
      finish();
    });
    void entry.settled.then(() => grace.clear());
  }
}

/** Runs the agent to its end, telling each step as it happens. Throws as soon as the task has ended otherwise. */
async function follow(agent: Agent, entry: TaskEntry): Promise<AgentResult> {
  const { prompt, inherited } = entry.task;
  const steps = agent.run({ text: prompt, inherited });
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return next.value;
    if (entry.ended) await steps.throw(entry.signal.reason);
    if (next.value.type !== "messages") continue;
    for (const step of entry.log.add(next.value.messages)) {
      const { usage, turns } = entry;
      attempt(() => entry.observer.onStep?.({ step, total: entry.log.total, usage, turns }));
    }
  }
}

function scopeOf(entry: TaskEntry): Parameters<AgentFactory["create"]>[1] {
  const { blueprint, workspace } = entry.task;
  return {
    run: { id: blueprint.runId, threadId: blueprint.threadId, ...(workspace === null ? {} : { workspace }) },
    signal: entry.signal,
    emit: (event) => {
      if (!entry.ended) attempt(() => entry.observer.emit?.(event));
    },
    spend: (usage) => entry.spend(usage),
    report: (spent) => entry.report(spent),
  };
}

/** An observer that throws disturbs nobody. */
function attempt(tell: () => void): void {
  try {
    tell();
  } catch {
    // Progress is best effort; the task goes on.
  }
}

function blank(): Pick<Ending, "result" | "error" | "stopReason"> {
  return { result: null, error: null, stopReason: null };
}

function cancelled(error: string): Ending {
  return { ...blank(), status: "cancelled", error };
}

function unknownTask(taskId: string): SubagentOutcome {
  return {
    ...blank(),
    taskId,
    status: "failed",
    error: `There is no task "${taskId}"`,
    model: "",
    usage: NO_USAGE,
    turns: 0,
    durationMs: 0,
  };
}
