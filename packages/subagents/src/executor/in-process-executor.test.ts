import {
  type Agent,
  type AgentFactory,
  type AgentResult,
  type AgentScope,
  type AgentStep,
  isAntlerError,
  MODEL_FAILURE_MARK,
  NO_USAGE,
  type RunEventBody,
  type SubagentTask,
  type TaskProgress,
} from "@antler/plugin-api";
import { agentFixture, blueprintFixture } from "@antler/testing";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { InProcessExecutor, type InProcessOptions } from "./in-process-executor.js";

type Run = (scope: AgentScope, task: { readonly text: string }) => AsyncGenerator<AgentStep, AgentResult, void>;

/** A factory whose agents do what `run` says: the smallest thing that keeps the contract. */
function factory(run: Run, changes: Partial<AgentFactory> = {}): AgentFactory {
  return {
    name: "test",
    resolve: (blueprint) => Promise.resolve({ ...agentFixture(), blueprint }),
    create: (_, scope) => Promise.resolve<Agent>({ run: (input) => run(scope, input) }),
    ...changes,
  };
}
function executor(run: Run | AgentFactory, changes: Partial<InProcessOptions> = {}): InProcessExecutor {
  const agentFactory = typeof run === "function" ? factory(run) : run;
  return new InProcessExecutor({ maxRunning: 3, graceMs: 2000, agentFactory: () => agentFactory, ...changes });
}
let lastId = 0;
function task(changes: Partial<SubagentTask> = {}): SubagentTask {
  const id = `t${++lastId}`;
  return {
    id,
    blueprint: blueprintFixture({ role: "subagent", name: "general-purpose", taskId: id, maxTurns: 7 }),
    description: "Count reefs",
    prompt: "Count the reefs",
    inherited: {},
    workspace: null,
    timeoutSeconds: 900,
    ...changes,
  };
}
function ended(messages: readonly BaseMessage[], changes: Partial<AgentResult> = {}): AgentResult {
  return { messages, stopReason: undefined, turns: 1, usage: NO_USAGE, ...changes };
}
const says = (text: string): Run =>
  async function* () {
    const message = new AIMessage(text);
    yield { type: "messages", messages: [message] };
    return ended([message]);
  };
/** A promise that this test settles. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true }));
const never = (): Promise<never> => new Promise(() => {});
/** Works until it is aborted; says first what it has so far. */
const works = (text = "half way"): Run =>
  async function* (scope) {
    const message = new AIMessage(text);
    yield { type: "messages", messages: [message] };
    await untilAborted(scope.signal);
    return ended([message]);
  };
const deaf: Run = async function* () {
  yield { type: "messages", messages: [new AIMessage("started")] };
  await never();
  return ended([]);
};

const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => void rejections.push(reason);
beforeEach(() => {
  rejections.length = 0;
  process.on("unhandledRejection", onRejection);
});
afterEach(() => {
  vi.useRealTimers();
  process.off("unhandledRejection", onRejection);
  expect(rejections).toEqual([]);
});

describe("start and end", () => {
  it("EXE-001: starts in the background and answers at once", () => {
    const runs = executor(works());
    const one = task();
    runs.start(one);
    expect(runs.get(one.id)).toEqual({ id: one.id, status: "running", outcome: undefined });
    runs.cancel(one.id);
  });

  it("EXE-003: ends completed with the last text", async () => {
    const runs = executor(says("Reef count: 12"));
    const one = task();
    runs.start(one);
    expect(await runs.outcome(one.id)).toMatchObject({
      taskId: one.id,
      status: "completed",
      result: "Reef count: 12",
      error: null,
      stopReason: null,
      model: "main",
      turns: 1,
    });
  });

  it("EXE-012: whoever sees a terminal state sees its payload", async () => {
    const runs = executor(says("done"));
    const one = task();
    runs.start(one);
    await runs.outcome(one.id);
    expect(runs.get(one.id)).toMatchObject({ status: "completed", outcome: { result: "done" } });
  });

  it("EXE-008: an agent that says nothing completes with the sentinel", async () => {
    // biome-ignore lint/correctness/useYield: an agent without a step is the point
    const runs = executor(async function* () {
      return ended([]);
    });
    const one = task();
    runs.start(one);
    expect((await runs.outcome(one.id)).result).toBe("No response generated");
  });

  it.each([
    ["an Error", new Error("upstream 502"), "upstream 502"],
    ["a string", "thrown text", "thrown text"],
    ["undefined", undefined, "undefined"],
  ])("EXE-004, SUB-25: %s that is thrown becomes a failure", async (_, thrown, error) => {
    const runs = executor(async function* () {
      yield { type: "messages", messages: [new AIMessage("hm")] };
      throw thrown;
    });
    const one = task();
    runs.start(one);
    expect(await runs.outcome(one.id)).toMatchObject({ status: "failed", error, result: null });
  });

  it("EXE-006: a failure while the agent is prepared fails the task, and no agent is created", async () => {
    const create = vi.fn();
    const runs = executor(factory(says("x"), { resolve: () => Promise.reject(new Error("store offline")), create }));
    const one = task();
    runs.start(one);
    expect(await runs.outcome(one.id)).toMatchObject({ status: "failed", error: "store offline" });
    expect(create).not.toHaveBeenCalled();
  });

  it("unwraps what langchain wrapped, and uses the words of whoever knows the error", async () => {
    const wrapped = Object.assign(new Error("wrapped", { cause: new Error("429") }), { "~brand": "MiddlewareError" });
    const runs = executor(
      async function* () {
        yield { type: "messages", messages: [] };
        throw wrapped;
      },
      { explain: (model, error) => `${model} is busy: ${(error as Error).message}` },
    );
    const one = task();
    runs.start(one);
    expect((await runs.outcome(one.id)).error).toBe("main is busy: 429");
  });

  it("EXE-044, EXE-045: a marked answer is a failed model call, the same text without the mark is a result", async () => {
    const marked = new AIMessage({ content: "Provider is down", additional_kwargs: { [MODEL_FAILURE_MARK]: true } });
    const answers: Record<string, AIMessage> = { marked, plain: new AIMessage("Error: I could not find it") };
    // biome-ignore lint/correctness/useYield: an agent without a step is the shortest
    const runs = executor(async function* (_, { text }) {
      return ended([answers[text] ?? new AIMessage("")]);
    });
    const [one, two] = [task({ prompt: "marked" }), task({ prompt: "plain" })];
    runs.start(one);
    runs.start(two);
    expect(await runs.outcome(one.id)).toMatchObject({ status: "failed", error: "Provider is down" });
    expect(await runs.outcome(two.id)).toMatchObject({ status: "completed", result: "Error: I could not find it" });
  });

  it("EXE-038, EXE-040: at a cap partial text is the result; with none the task has failed", async () => {
    const runs = executor(async function* (_, { text }) {
      const messages = text === "some" ? [new AIMessage("half way"), new ToolMessage("data", "c1")] : [];
      yield { type: "messages", messages };
      return ended(messages, { stopReason: "turn_capped", turns: 7 });
    });
    const [one, two] = [task({ prompt: "some" }), task({ prompt: "none" })];
    runs.start(one);
    runs.start(two);
    expect(await runs.outcome(one.id)).toMatchObject({
      status: "completed",
      result: "half way",
      stopReason: "turn_capped",
    });
    expect(await runs.outcome(two.id)).toMatchObject({
      status: "failed",
      error: "Reached max_turns=7",
      stopReason: "turn_capped",
    });
  });

  it("EXE-037, SUB-12: refuses a second task of one id instead of mixing the two", () => {
    const runs = executor(works());
    const one = task();
    runs.start(one);
    let thrown: unknown;
    try {
      runs.start(one);
    } catch (error) {
      thrown = error;
    }
    expect(isAntlerError(thrown, "ANTLER_TASK_DUPLICATE")).toBe(true);
    runs.cancel(one.id);
  });

  it("EXE-032: knows nothing of a task that was never started", async () => {
    const runs = executor(says("x"));
    expect(runs.get("nobody")).toBeUndefined();
    expect(await runs.outcome("nobody")).toMatchObject({ status: "failed", error: 'There is no task "nobody"' });
  });

  it("the task and its outcome survive JSON", async () => {
    const one = task({ inherited: { sandbox: null }, workspace: "/w" });
    const runs = executor(says("12"));
    runs.start(JSON.parse(JSON.stringify(one)) as SubagentTask);
    const outcome = await runs.outcome(one.id);
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
    expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
  });

  it("STA-010: what the child does to its inherited state stays with the child", async () => {
    const data = { workspace_path: "/w", uploads_path: "/u", outputs_path: "/o" };
    const runs = executor(
      factory(says("x"), {
        create: () =>
          Promise.resolve<Agent>({
            // biome-ignore lint/correctness/useYield: an agent without a step is the shortest
            run: async function* (input) {
              Object.assign(input.inherited?.thread_data ?? {}, { workspace_path: "/elsewhere" });
              return ended([]);
            },
          }),
      }),
    );
    const one = task({ inherited: { thread_data: data } });
    runs.start(one);
    await runs.outcome(one.id);
    expect(data.workspace_path).toBe("/w");
  });
});

describe("progress", () => {
  async function steps(run: Run): Promise<{ readonly seen: TaskProgress[]; readonly events: RunEventBody[] }> {
    const seen: TaskProgress[] = [];
    const events: RunEventBody[] = [];
    const runs = executor(run);
    const one = task();
    runs.start(one, { onStep: (progress) => seen.push(progress), emit: (event) => events.push(event) });
    await runs.outcome(one.id);
    return { seen, events };
  }

  it("EXE-060, EXE-063: every AI message and every tool result is a step, in order; human messages are none", async () => {
    const { seen } = await steps(async function* () {
      const asks = new AIMessage({
        content: "looking",
        tool_calls: [
          { name: "ls", args: { path: "." }, id: "k1" },
          { name: "grep", args: {}, id: "k2" },
        ],
      });
      yield { type: "messages", messages: [new HumanMessage("q"), asks] };
      const results = ["k1", "k2"].map((id) => new ToolMessage({ content: id, name: "ls", tool_call_id: id }));
      yield { type: "messages", messages: results };
      return ended([asks, ...results]);
    });
    expect(seen.map(({ step, total, turns }) => [step.index, step.type, step.text, total, turns])).toEqual([
      [1, "ai", "looking", 1, 1],
      [2, "tool", "k1", 3, 1],
      [3, "tool", "k2", 3, 1],
    ]);
    expect(seen[0]?.step.tool_calls).toEqual([
      { name: "ls", args: { path: "." } },
      { name: "grep", args: {} },
    ]);
    expect(seen[1]?.step.tool).toBe("ls");
  });

  it("EXE-061: a message that comes twice is one step, known by its id or else by its content", async () => {
    const { seen } = await steps(async function* () {
      for (let i = 0; i < 5; i++) {
        yield { type: "messages", messages: [new AIMessage({ id: "a", content: "one" }), new AIMessage("two")] };
      }
      return ended([]);
    });
    expect(seen.map(({ step }) => step.text)).toEqual(["one", "two"]);
  });

  it("sums tokens as they come, and ends with what the agent counted and what it spent below", async () => {
    const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
    const { seen } = await steps(async function* () {
      for (const content of ["a", "b"])
        yield { type: "messages", messages: [Object.assign(new AIMessage(content), { usage_metadata: usage })] };
      return ended([]);
    });
    expect(seen.map((progress) => progress.usage.total_tokens)).toEqual([7, 14]);
    const runs = executor(async function* (scope) {
      scope.spend({ input_tokens: 1, output_tokens: 0, total_tokens: 1 });
      yield { type: "messages", messages: [] };
      return ended([], { usage });
    });
    const one = task();
    runs.start(one);
    expect((await runs.outcome(one.id)).usage.total_tokens).toBe(8);
  });

  it("TSK-027: an observer that throws disturbs nothing", async () => {
    const boom = (): never => {
      throw new Error("closed stream");
    };
    const runs = executor(says("fine"));
    const one = task();
    runs.start(one, { onStart: boom, onStep: boom, emit: boom });
    expect((await runs.outcome(one.id)).status).toBe("completed");
  });

  it("tells which tools the child was given", async () => {
    const { events } = await steps(says("x"));
    expect(events).toEqual([
      {
        type: "tools_resolved",
        agent: "general-purpose",
        task_id: expect.any(String),
        kept: [],
        removed: [],
        tools: [],
      },
    ]);
  });
});

describe("timeout", () => {
  it("EXE-014, EXE-015, SUB-10, SUB-27: ends timed out on its own clock, and a late answer changes nothing", async () => {
    vi.useFakeTimers();
    const late = gate();
    const seen: TaskProgress[] = [];
    const events: RunEventBody[] = [];
    const runs = executor(async function* () {
      yield { type: "messages", messages: [new AIMessage("first")] };
      await late.opened;
      yield { type: "messages", messages: [new AIMessage("late")] };
      return ended([new AIMessage("late")]);
    });
    const one = task({ timeoutSeconds: 1 });
    runs.start(one, { onStep: (progress) => seen.push(progress), emit: (event) => events.push(event) });
    await vi.advanceTimersByTimeAsync(999);
    expect(runs.get(one.id)?.status).toBe("running");
    await vi.advanceTimersByTimeAsync(1);
    expect(runs.get(one.id)).toMatchObject({
      status: "timed_out",
      outcome: { error: "Execution timed out after 1 seconds", result: null, durationMs: 1000 },
    });
    await vi.advanceTimersByTimeAsync(2000);
    expect(events.at(-1)).toMatchObject({ type: "warning", code: "ANTLER_TASK_LEFT_BEHIND" });
    late.open();
    await vi.runAllTimersAsync();
    expect(await runs.outcome(one.id)).toMatchObject({ status: "timed_out", result: null });
    expect(seen.map(({ step }) => step.text)).toEqual(["first"]);
  });

  it("EXE-017: a timeout of 30 days does not fire at once, and fires when it is reached", async () => {
    vi.useFakeTimers();
    const runs = executor(works());
    const one = task({ timeoutSeconds: 2_592_000 });
    runs.start(one);
    await vi.advanceTimersByTimeAsync(2_591_999_999);
    expect(runs.get(one.id)?.status).toBe("running");
    await vi.advanceTimersByTimeAsync(1);
    expect(runs.get(one.id)?.status).toBe("timed_out");
  });

  it("EXE-018, SUB-19: leaves no timer when a task has ended in time", async () => {
    vi.useFakeTimers();
    const runs = executor(says("quick"));
    const one = task();
    runs.start(one);
    await runs.outcome(one.id);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("EXE-029: counts from the start of execution, not from the queue", async () => {
    vi.useFakeTimers();
    const hold = gate();
    const runs = executor(
      async function* (_, { text }) {
        yield { type: "messages", messages: [new AIMessage(text)] };
        if (text === "hold") await hold.opened;
        return ended([new AIMessage(text)]);
      },
      { maxRunning: 1 },
    );
    const [holder, queued] = [task({ prompt: "hold" }), task({ prompt: "short", timeoutSeconds: 1 })];
    runs.start(holder);
    runs.start(queued);
    await vi.advanceTimersByTimeAsync(1500);
    expect(runs.get(queued.id)?.status).toBe("pending");
    hold.open();
    expect((await runs.outcome(queued.id)).status).toBe("completed");
  });
});

describe("cancel", () => {
  it("EXE-019: a queued task is cancelled without any model call, and its place is free", async () => {
    const create = vi.fn();
    const runs = executor(factory(works(), { create }), { maxRunning: 0 });
    const one = task();
    runs.start(one);
    expect(runs.get(one.id)?.status).toBe("pending");
    runs.cancel(one.id);
    expect(await runs.outcome(one.id)).toMatchObject({
      status: "cancelled",
      error: "Cancelled by user",
      turns: 0,
      durationMs: 0,
    });
    expect(create).not.toHaveBeenCalled();
  });

  it("a task that is cancelled before its first step creates no agent", async () => {
    const create = vi.fn();
    const runs = executor(factory(works(), { create }));
    const one = task();
    runs.start(one);
    runs.cancel(one.id);
    expect((await runs.outcome(one.id)).status).toBe("cancelled");
    expect(create).not.toHaveBeenCalled();
  });

  it("EXE-020, EXE-024: ends a running task, twice asked once done; the signal reaches the child", async () => {
    let reason: unknown;
    const started = gate();
    const runs = executor(async function* (scope) {
      yield { type: "messages", messages: [new AIMessage("first")] };
      started.open();
      await untilAborted(scope.signal).catch((thrown: unknown) => {
        reason = thrown;
      });
      yield { type: "messages", messages: [new AIMessage("second")] };
      return ended([]);
    });
    const seen: string[] = [];
    const one = task();
    runs.start(one, { onStep: ({ step }) => seen.push(step.text) });
    await started.opened;
    runs.cancel(one.id);
    runs.cancel(one.id);
    expect(await runs.outcome(one.id)).toMatchObject({ status: "cancelled", error: "Cancelled by user" });
    expect(reason).toMatchObject({ name: "AbortError", message: "Cancelled by user" });
    expect(seen).toEqual(["first"]);
  });

  it("EXE-009, EXE-022, EXE-064: nothing changes after the end, tokens spent later included", async () => {
    let scope: AgentScope | undefined;
    const runs = executor((own, input) => {
      scope = own;
      return says("done")(own, input);
    });
    const one = task();
    runs.start(one);
    const outcome = await runs.outcome(one.id);
    runs.cancel(one.id);
    scope?.spend({ input_tokens: 9, output_tokens: 9, total_tokens: 18 });
    expect(outcome.usage).toEqual(NO_USAGE);
    expect(runs.get(one.id)?.outcome).toBe(outcome);
    expect(Object.isFrozen(outcome)).toBe(true);
  });

  it("EXE-026: leaves siblings alone", async () => {
    const go = gate();
    const runs = executor(async function* (scope, { text }) {
      yield { type: "messages", messages: [new AIMessage(text)] };
      await Promise.race([go.opened, untilAborted(scope.signal)]);
      return ended([new AIMessage(text)]);
    });
    const tasks = ["a", "b", "c"].map((prompt) => task({ prompt }));
    for (const one of tasks) runs.start(one);
    runs.cancel(tasks[1]?.id ?? "");
    go.open();
    const outcomes = await Promise.all(tasks.map(({ id }) => runs.outcome(id)));
    expect(outcomes.map(({ status }) => status)).toEqual(["completed", "cancelled", "completed"]);
  });

  it("EXE-070: a stream that fails when nobody listens any more disturbs nobody", async () => {
    const fail = gate();
    const runs = executor(
      async function* () {
        yield { type: "messages", messages: [] };
        await fail.opened;
        throw new Error("too late");
      },
      { graceMs: 0 },
    );
    const one = task();
    runs.start(one);
    await new Promise((resolve) => setImmediate(resolve));
    runs.cancel(one.id);
    expect((await runs.outcome(one.id)).status).toBe("cancelled");
    fail.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(rejections).toEqual([]);
  });

  it("events of the child stop with the end", async () => {
    const events: RunEventBody[] = [];
    const runs = executor(async function* (scope) {
      yield { type: "messages", messages: [] };
      await untilAborted(scope.signal).catch(() => undefined);
      scope.emit({ type: "warning", code: "LATE", message: "", hint: null, position: null });
      return ended([]);
    });
    const one = task();
    runs.start(one, { emit: (event) => events.push(event) });
    await new Promise((resolve) => setImmediate(resolve));
    runs.cancel(one.id);
    await runs.outcome(one.id);
    expect(events.filter(({ type }) => type === "warning")).toEqual([]);
  });
});

describe("queue", () => {
  it("EXE-027, EXE-028: runs three at a time, the others in order", async () => {
    const go = gate();
    const order: string[] = [];
    const runs = executor(async function* (_, { text }) {
      order.push(text);
      yield { type: "messages", messages: [] };
      await go.opened;
      return ended([new AIMessage(text)]);
    });
    const tasks = ["1", "2", "3", "4", "5"].map((prompt) => task({ prompt }));
    for (const one of tasks) runs.start(one);
    await new Promise((resolve) => setImmediate(resolve));
    expect(tasks.map(({ id }) => runs.get(id)?.status)).toEqual([
      "running",
      "running",
      "running",
      "pending",
      "pending",
    ]);
    go.open();
    const outcomes = await Promise.all(tasks.map(({ id }) => runs.outcome(id)));
    expect(outcomes.every(({ status }) => status === "completed")).toBe(true);
    expect(order).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("EXE-030: a failing task frees its slot", async () => {
    const runs = executor(
      async function* (_, { text }) {
        yield { type: "messages", messages: [] };
        if (text === "bad") throw new Error("no");
        return ended([new AIMessage(text)]);
      },
      { maxRunning: 1 },
    );
    const [bad, good] = [task({ prompt: "bad" }), task({ prompt: "good" })];
    runs.start(bad);
    runs.start(good);
    expect((await runs.outcome(good.id)).result).toBe("good");
  });

  it("EXE-031: a timed-out task that hangs frees its slot after the grace time", async () => {
    vi.useFakeTimers();
    const runs = executor((scope, input) => (input.text === "hang" ? deaf(scope, input) : says("next")(scope, input)), {
      maxRunning: 1,
    });
    const [hanging, next] = [task({ prompt: "hang", timeoutSeconds: 1 }), task()];
    runs.start(hanging);
    runs.start(next);
    await vi.advanceTimersByTimeAsync(3000);
    expect((await runs.outcome(next.id)).status).toBe("completed");
    expect((await runs.outcome(hanging.id)).status).toBe("timed_out");
  });
});

describe("table", () => {
  it("EXE-033, EXE-034: forgets terminal entries and keeps live ones", async () => {
    const runs = executor((scope, input) => (input.text === "live" ? works()(scope, input) : says("x")(scope, input)));
    const [done, live] = [task(), task({ prompt: "live" })];
    runs.start(done);
    runs.start(live);
    await runs.outcome(done.id);
    runs.forget(done.id);
    runs.forget(live.id);
    expect(runs.get(done.id)).toBeUndefined();
    expect(runs.get(live.id)?.status).toBe("running");
    runs.cancel(live.id);
    await runs.outcome(live.id);
    runs.forget(live.id);
    expect(runs.size).toBe(0);
  });

  it("EXE-036, SUB-19: is empty after 10,000 tasks that ended in every way, and so is the queue", async () => {
    const runs = executor(async function* (scope, { text }) {
      yield { type: "messages", messages: [new AIMessage(text)] };
      if (text === "fail") throw new Error("no");
      if (text === "cancel") await untilAborted(scope.signal);
      return ended([new AIMessage(text)]);
    });
    const counts = new Map<string, number>();
    for (let i = 0; i < 10_000; i++) {
      const one = task({ prompt: ["ok", "fail", "cancel"][i % 3] ?? "ok" });
      runs.start(one);
      if (one.prompt === "cancel") runs.cancel(one.id);
      const { status } = await runs.outcome(one.id);
      counts.set(status, (counts.get(status) ?? 0) + 1);
      runs.forget(one.id);
    }
    expect(Object.fromEntries(counts)).toEqual({ completed: 3334, failed: 3333, cancelled: 3333 });
    expect(runs.size).toBe(0);
  });
});

describe("stop", () => {
  it("waits for a task that was cancelled before and still unwinds", async () => {
    const unwinding = gate();
    const done: string[] = [];
    const runs = executor(async function* (scope) {
      yield { type: "messages", messages: [new AIMessage("started")] };
      await untilAborted(scope.signal).catch(() => undefined);
      await unwinding.opened;
      done.push("unwound");
      return ended([]);
    });
    const one = task();
    const begun = gate();
    runs.start(one, { onStep: () => begun.open() });
    await begun.opened;
    runs.cancel(one.id);
    const stopped = runs.stop().then(() => done.push("stopped"));
    setImmediate(() => unwinding.open());
    await stopped;
    expect(done).toEqual(["unwound", "stopped"]);
  });

  it("EXE-067: cancels what lives, waits no longer than the grace time, and starts nothing more", async () => {
    vi.useFakeTimers();
    const runs = executor((scope, input) => (input.text === "deaf" ? deaf(scope, input) : works()(scope, input)), {
      maxRunning: 2,
    });
    const tasks = [task({ prompt: "deaf" }), task(), task()];
    for (const one of tasks) runs.start(one);
    await vi.advanceTimersByTimeAsync(1);
    const stopped = runs.stop();
    await vi.advanceTimersByTimeAsync(2000);
    await stopped;
    const late = task();
    runs.start(late);
    const outcomes = await Promise.all([...tasks, late].map(({ id }) => runs.outcome(id)));
    expect(outcomes.map(({ status, error }) => [status, error])).toEqual(
      Array.from({ length: 4 }, () => ["cancelled", "The platform has stopped"]),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it("EXE-065: ends nothing that it has not started, so a client that tasks share goes on", async () => {
    const client = { open: true, uses: 0 };
    // biome-ignore lint/correctness/useYield: an agent without a step is the shortest
    const runs = executor(async function* () {
      client.uses += client.open ? 1 : 0;
      return ended([]);
    });
    for (const one of [task(), task()]) {
      runs.start(one);
      await runs.outcome(one.id);
    }
    expect(client).toEqual({ open: true, uses: 2 });
  });
});
