import type { AgentContext } from "@antler/plugin-api";
import { agentFixture, contextFixture } from "@antler/testing";
import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampConcurrent } from "./clamp-limit.js";
import { type LimitConfig, limitMiddleware } from "./limit-middleware.js";
import { limitTaskCalls } from "./limit-task-calls.js";

const call = (name: string, id: string) => ({ name, id, args: {} });
const tasks = (...ids: string[]) => ids.map((id) => call("task", id));
const raw = (id: string) => ({ id, type: "function", function: { name: "task", arguments: "{}" } });

type Update = { readonly messages: readonly BaseMessage[]; readonly jumpTo?: string } | undefined;
async function hookFor(config: LimitConfig, context: AgentContext) {
  const middleware = await limitMiddleware(config).create(agentFixture(), context);
  const after = middleware?.afterModel;
  if (typeof after !== "object" || after === null || !("hook" in after)) throw new Error("no hook");
  const hook = after.hook as (state: { messages: BaseMessage[] }) => Update;
  return (...messages: BaseMessage[]): Update => hook({ messages });
}
const ids = (update: Update): unknown =>
  (update?.messages[0] as AIMessage | undefined)?.tool_calls?.map(({ id }) => id);

describe("limit of task calls", () => {
  it("LIM-013: blocks of dropped calls leave the content too", () => {
    const content = [
      { type: "text", text: "go" },
      ...["a", "b", "c"].map((id) => ({ type: "tool_use", name: "task", id })),
    ];
    const limited = limitTaskCalls([{ type: "ai", content, tool_calls: tasks("a", "b", "c") }], {
      maxConcurrent: 2,
      maxTotal: null,
      started: 0,
    });
    expect(limited?.content).toEqual(content.slice(0, 3));
  });

  it("SUB-16: the raw copies of the provider keep the same calls, also where ids repeat", () => {
    const limited = limitTaskCalls(
      [
        {
          type: "ai",
          content: "",
          tool_calls: tasks("x", "x", "x"),
          additional_kwargs: { tool_calls: [raw("x"), raw("x"), raw("x")] },
        },
      ],
      { maxConcurrent: 1, maxTotal: null, started: 0 },
    );
    expect(limited?.toolCalls).toEqual(tasks("x"));
    expect(limited?.additionalKwargs["tool_calls"]).toEqual([raw("x")]);
  });

  it("MSG-10: the notice of a spent total is one more block of a content list, and bare strings stay", () => {
    const limited = limitTaskCalls(
      [
        {
          type: "ai",
          content: [{ type: "text", text: "hi" }, "bare string"],
          tool_calls: [...tasks("x"), call("ls", "l")],
        },
      ],
      { maxConcurrent: 3, maxTotal: 1, started: 1 },
    );
    expect(limited?.content).toEqual([
      { type: "text", text: "hi" },
      "bare string",
      { type: "text", text: expect.stringContaining("[SUBAGENT LIMIT REACHED]") },
    ]);
  });

  it("property: keeps the first tasks and everything else in place, never more than the limit", () => {
    const names = fc.array(fc.constantFrom("task", "ls", "bash"), { maxLength: 12 });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 4 }), (wanted, maxConcurrent) => {
        const calls = wanted.map((name, index) => ({ name, id: `c${index}` }));
        const limited = limitTaskCalls([{ type: "ai", content: "", tool_calls: calls }], {
          maxConcurrent,
          maxTotal: null,
          started: 0,
        });
        const kept = limited?.toolCalls ?? calls;
        expect(kept.filter(({ name }) => name !== "task")).toEqual(calls.filter(({ name }) => name !== "task"));
        expect(kept.filter(({ name }) => name === "task")).toEqual(
          calls.filter(({ name }) => name === "task").slice(0, maxConcurrent),
        );
        expect(kept).toEqual(calls.filter((one) => kept.includes(one)));
      }),
    );
  });
});

describe("limit middleware", () => {
  it("LIM-002: replaces the message under its id and says what was dropped", async () => {
    const context = contextFixture();
    const after = await hookFor({ maxConcurrent: 3, maxTotalPerRun: null }, context);
    const message = new AIMessage({
      id: "msg-7",
      content: "plan",
      tool_calls: tasks("t1", "t2", "t3", "t4", "t5"),
      response_metadata: { finish_reason: "tool_calls" },
    });
    const update = after(new HumanMessage("q"), message);
    expect(update?.messages).toHaveLength(1);
    expect(update?.messages[0]).toMatchObject({
      id: "msg-7",
      content: "plan",
      response_metadata: { finish_reason: "tool_calls" },
    });
    expect(ids(update)).toEqual(["t1", "t2", "t3"]);
    expect(context.emitted).toEqual([{ type: "calls_dropped", count: 2, limit: 3, key: "subagents.max_concurrent" }]);
    expect(context.control.stopReason).toBeUndefined();
  });

  it("SUB-15: enforces the clamped number, and a run's own limit before the configured one", async () => {
    for (const [configured, enforced] of [
      [1, 1],
      [0, 1],
      [99, 4],
    ] as const) {
      expect(clampConcurrent(configured)).toBe(enforced);
      const context = contextFixture({ run: { id: "r", threadId: "t", maxConcurrentTasks: configured } });
      const after = await hookFor({ maxConcurrent: 3, maxTotalPerRun: null }, context);
      const update = after(new AIMessage({ content: "", tool_calls: tasks("a", "b", "c", "d", "e") }));
      expect(ids(update)).toHaveLength(enforced);
    }
  });

  it("LIM-015: counts the tasks of the whole run, and one message only once", async () => {
    const context = contextFixture();
    const after = await hookFor({ maxConcurrent: 3, maxTotalPerRun: 4 }, context);
    const first = new AIMessage({ id: "m1", content: "", tool_calls: tasks("a", "b", "c") });
    expect(after(first)).toBeUndefined();
    expect(after(first)).toBeUndefined();
    const update = after(new AIMessage({ id: "m2", content: "", tool_calls: tasks("x", "y") }));
    expect(ids(update)).toEqual(["x"]);
    expect(update?.messages[0]?.content).toMatch(/^\[SUBAGENT LIMIT REACHED\] This run may start 4 tasks/);
    expect(context.control.stopReason).toBe("subagent_limit_capped");
    expect(context.emitted).toContainEqual({
      type: "calls_dropped",
      count: 1,
      limit: 4,
      key: "subagents.max_total_per_run",
    });
  });

  it("lets the model go on when a spent total leaves no call, and makes it conclude the second time", async () => {
    const concluded: string[] = [];
    const context = contextFixture();
    const control = { ...context.control, conclude: (reason: string) => concluded.push(reason) };
    const after = await hookFor({ maxConcurrent: 3, maxTotalPerRun: 1 }, { ...context, control });
    after(new AIMessage({ id: "m1", content: "", tool_calls: tasks("a") }));
    const update = after(new AIMessage({ id: "m2", content: "more", tool_calls: tasks("b") }));
    expect(update?.jumpTo).toBe("model");
    expect(update?.messages.map((message) => message.type)).toEqual(["ai", "human"]);
    expect(concluded).toEqual([]);
    after(new AIMessage({ id: "m3", content: "", tool_calls: tasks("c") }));
    expect(concluded).toEqual(["subagent_limit_capped"]);
  });

  it("LIM-023: a subagent has none", async () => {
    const middleware = await limitMiddleware({ maxConcurrent: 3, maxTotalPerRun: null }).create(
      agentFixture({ role: "subagent", name: "bash" }),
      contextFixture(),
    );
    expect(middleware).toBeUndefined();
  });
});
