import type { SubagentOutcome, TaskStatus } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { TaskEntry } from "./task-entry.js";

const entry = (): TaskEntry =>
  new TaskEntry(
    {
      id: "t",
      blueprint: blueprintFixture(),
      description: "d",
      prompt: "p",
      inherited: {},
      workspace: null,
      timeoutSeconds: 1,
    },
    {},
  );
const ending = { result: null, error: "late", stopReason: null } as const;

describe("states of a task", () => {
  it("EXE-002: are six, of which the last four are terminal", () => {
    const states: Record<TaskStatus, boolean> = {
      pending: false,
      running: false,
      completed: true,
      failed: true,
      cancelled: true,
      timed_out: true,
    };
    for (const [state, terminal] of Object.entries(states)) {
      const one = entry();
      if (terminal) one.end({ ...ending, status: state as SubagentOutcome["status"] });
      else if (state === "running") one.markRunning();
      expect(one.status).toBe(state);
      expect(one.ended).toBe(terminal);
    }
  });

  it("EXE-009: the first terminal state wins", () => {
    const one = entry();
    expect(one.end({ ...ending, status: "timed_out" })).toBe(true);
    expect(one.end({ ...ending, status: "completed", result: "x" })).toBe(false);
    expect(one.record).toMatchObject({ status: "timed_out", outcome: { error: "late", result: null } });
  });

  it("EXE-011: a state that is not terminal is no ending", () => {
    // @ts-expect-error a task cannot end as running
    const wrong: Parameters<TaskEntry["end"]>[0] = { ...ending, status: "running" };
    expect(wrong.status).toBe("running");
  });
});
