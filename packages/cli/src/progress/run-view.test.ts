import type { RunEvent, RunEventBody } from "@antler/plugin-api";
import fc from "fast-check";
import { expect, it } from "vitest";
import { EMPTY_VIEW, type RunView, reduceRunView } from "./run-view.js";

const at = (seq: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, seq)).toISOString();
const usage = (total: number): { input_tokens: number; output_tokens: number; total_tokens: number } => ({
  input_tokens: total,
  output_tokens: 0,
  total_tokens: total,
});
function viewOf(...bodies: readonly RunEventBody[]): RunView {
  const events = bodies.map((body, index) => ({ run_id: "r", seq: index + 1, time: at(index), ...body }) as RunEvent);
  return events.reduce(reduceRunView, EMPTY_VIEW);
}
const started: RunEventBody = { type: "run_started", thread_id: "t", model: "main", prompt: "p" };
const task = (id: string, maxTurns: number | null = 50): RunEventBody => ({
  type: "task_started",
  task_id: id,
  tool_call_id: `call-${id}`,
  subagent_type: "bash",
  description: "d",
  model: "main",
  max_turns: maxTurns,
});
const step = (id: string, turns: number, total: number, tool: string): RunEventBody => ({
  type: "task_running",
  task_id: id,
  step: { index: turns, type: "ai", text: "", tool_calls: [{ name: tool, args: {} }], tool: null },
  message_index: turns,
  total_messages: turns,
  usage: usage(total),
  turns,
  model: "main",
});
const done = (id: string): RunEventBody => ({
  type: "task_completed",
  task_id: id,
  result: "r",
  usage: usage(90),
  turns: 4,
  duration_ms: 1500,
  model: "main",
  stop_reason: null,
});

it("has one row per subagent with type, description, turns of max, tokens and last tool", () => {
  const view = viewOf(started, task("a"), task("b", null), step("a", 2, 40, "grep"));
  expect(view.tasks).toMatchObject([
    { id: "a", type: "bash", description: "d", turns: 2, maxTurns: 50, tokens: 40, lastTool: "grep", state: "running" },
    { id: "b", turns: 0, maxTurns: null, tokens: 0, lastTool: null, state: "running" },
  ]);
});

it("keeps the first end of a task, whatever comes later", () => {
  const end: RunEventBody = {
    type: "task_failed",
    task_id: "a",
    error: "late",
    usage: usage(1),
    turns: 9,
    duration_ms: 9,
    model: "main",
    stop_reason: null,
  };
  const view = viewOf(started, task("a"), done("a"), end, step("a", 7, 700, "ls"));
  expect(view.tasks[0]).toMatchObject({ state: "completed", turns: 4, tokens: 90, durationMs: 1500, error: null });
});

it("knows what the lead does, and forgets it with the answer", () => {
  const call: RunEventBody = { type: "tool_call", agent: "lead", task_id: null, call_id: "c", name: "ls", args: {} };
  const result: RunEventBody = { ...call, type: "tool_result", status: "success", text: "" };
  expect(viewOf(started, call).leadTool).toBe("ls");
  expect(viewOf(started, call, result).leadTool).toBeNull();
});

it("is not disturbed by events about tasks that it has never seen", () => {
  expect(viewOf(started, step("ghost", 1, 1, "ls"), done("ghost")).tasks).toEqual([]);
});

it("never changes an earlier view", () => {
  const before = Object.freeze(viewOf(started, task("a")));
  const rows = before.tasks.map((row) => Object.freeze(row));
  reduceRunView(before, { run_id: "r", seq: 3, time: at(3), ...done("a") } as RunEvent);
  expect(before.tasks).toEqual(rows);
});

it("takes events in any order without losing a row or reviving a task that has ended", () => {
  const bodies = [started, task("a"), task("b"), step("a", 1, 1, "ls"), done("a"), step("b", 2, 2, "ls"), done("b")];
  fc.assert(
    fc.property(fc.shuffledSubarray(bodies), (some) => {
      const ended = new Set<string>();
      let view = EMPTY_VIEW;
      for (const [index, body] of some.entries()) {
        view = reduceRunView(view, { run_id: "r", seq: index + 1, time: at(index), ...body } as RunEvent);
        if (body.type === "run_started") ended.clear();
        if (body.type === "task_completed" && view.tasks.some(({ id }) => id === body.task_id)) ended.add(body.task_id);
        for (const id of ended) expect(view.tasks.find((row) => row.id === id)?.state).toBe("completed");
      }
    }),
  );
});
