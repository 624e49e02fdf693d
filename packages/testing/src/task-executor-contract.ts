import type { AgentFactory, Awaitable, SubagentTask, TaskExecutor } from "@antler/plugin-api";
import { type AgentStage, agentStage, type Staged } from "./agent-stage.js";
import { blueprintFixture } from "./fixtures.js";
import type { TestRunner } from "./runner.js";

export interface TaskExecutorSubject {
  readonly name: string;
  /** How many tasks execute at a time. */
  readonly width: number;
  /** A fresh executor whose workers build their agents with `factory`. */
  create(factory: AgentFactory): Awaitable<Staged<TaskExecutor>>;
}

/** What every task executor must do, ours and third parties' alike. */
export function taskExecutorContract({ describe, it, expect }: TestRunner, subject: TaskExecutorSubject): void {
  const withExecutor = async (use: (executor: TaskExecutor, stage: AgentStage) => Promise<void>): Promise<void> => {
    const stage = agentStage();
    const { subject: executor, dispose } = await subject.create(stage.factory);
    try {
      await use(executor, stage);
    } finally {
      await dispose?.();
    }
  };
  const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `task-${index + 1}`);

  describe(`task executor contract: ${subject.name}`, () => {
    it("starts at once, runs in the background and completes with the last text", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1", { prompt: "look around" }));
        expect(["pending", "running"]).toContain(executor.get("task-1")?.status);
        const agent = await stage.agent("task-1");
        expect(agent.prompt).toBe("look around");
        agent.say("step");
        agent.finish("the result");
        const outcome = await executor.outcome("task-1");
        expect(outcome).toMatchObject({ taskId: "task-1", status: "completed", result: "the result", error: null });
        expect(executor.get("task-1")?.status).toBe("completed");
      }));
    it("fails with the error's words", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1"));
        (await stage.agent("task-1")).fail(new Error("kaboom"));
        const outcome = await executor.outcome("task-1");
        expect(outcome).toMatchObject({ status: "failed", result: null });
        expect(outcome.error).toContain("kaboom");
      }));
    it("tells of steps as they happen, counted from 1, and of none after the end", () =>
      withExecutor(async (executor, stage) => {
        const steps: number[] = [];
        let started = 0;
        executor.start(taskFixture("task-1"), {
          onStart: () => started++,
          onStep: ({ step }) => steps.push(step.index),
        });
        const agent = await stage.agent("task-1");
        agent.say("one");
        agent.finish("two");
        await executor.outcome("task-1");
        agent.say("too late");
        expect([started, ...steps]).toEqual([1, 1, 2]);
      }));
    it("executes no more tasks at a time than its width, the others in order", () =>
      withExecutor(async (executor, stage) => {
        const all = ids(subject.width + 2);
        for (const id of all) executor.start(taskFixture(id));
        for (const id of all.slice(0, subject.width)) await stage.agent(id);
        expect(executor.get(all.at(-1) ?? "")?.status).toBe("pending");
        expect(stage.agents.length).toBe(subject.width);
        for (const id of all) {
          (await stage.agent(id)).finish(id);
          expect((await executor.outcome(id)).result).toBe(id);
        }
      }));
    it("cancels a running task: its signal is aborted, and a late result changes nothing", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1"));
        const agent = await stage.agent("task-1");
        executor.cancel("task-1");
        agent.finish("too late");
        expect(await executor.outcome("task-1")).toMatchObject({ status: "cancelled", result: null });
        expect(agent.scope.signal.aborted).toBe(true);
        executor.cancel("task-1");
        expect(executor.get("task-1")?.status).toBe("cancelled");
      }));
    it("cancels a waiting task, which then never begins", () =>
      withExecutor(async (executor, stage) => {
        const all = ids(subject.width + 1);
        for (const id of all) executor.start(taskFixture(id));
        const last = all.at(-1) ?? "";
        executor.cancel(last);
        expect((await executor.outcome(last)).status).toBe("cancelled");
        for (const id of all.slice(0, -1)) {
          (await stage.agent(id)).finish(id);
          await executor.outcome(id);
        }
        expect(stage.agents.map((agent) => agent.taskId)).not.toContain(last);
      }));
    it("ends a task at its timeout, and gives its place to the next", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1", { timeoutSeconds: 0.05 }));
        expect(await executor.outcome("task-1")).toMatchObject({ status: "timed_out", result: null });
        executor.start(taskFixture("task-2"));
        (await stage.agent("task-2")).finish("still works");
        expect((await executor.outcome("task-2")).result).toBe("still works");
      }));
    it("hands the outcome to everyone who asks, before and after the end", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1"));
        const early = executor.outcome("task-1");
        (await stage.agent("task-1")).finish("r");
        expect(await early).toEqual(await executor.outcome("task-1"));
      }));
    it("forgets an ended task and leaves a live one alone", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1"));
        const agent = await stage.agent("task-1");
        executor.forget("task-1");
        expect(executor.get("task-1") === undefined).toBe(false);
        agent.finish("r");
        await executor.outcome("task-1");
        executor.forget("task-1");
        expect(executor.get("task-1")).toBe(undefined);
      }));
    it("has outcomes that are plain JSON", () =>
      withExecutor(async (executor, stage) => {
        executor.start(taskFixture("task-1"));
        (await stage.agent("task-1")).finish("r");
        const outcome = await executor.outcome("task-1");
        expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
      }));
  });
}

/** A task for a general-purpose subagent, with what `changes` says. */
export function taskFixture(id: string, changes: Partial<SubagentTask> = {}): SubagentTask {
  return {
    id,
    blueprint: blueprintFixture({ role: "subagent", name: "general-purpose", taskId: id }),
    description: `the task ${id}`,
    prompt: `do ${id}`,
    inherited: {},
    workspace: null,
    timeoutSeconds: 60,
    ...changes,
  };
}
