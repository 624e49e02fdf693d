import { scriptedModel } from "@antler/testing";
import type { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import {
  delegatingModel,
  ofType,
  requestsOf,
  runOnce,
  taskCall,
  terminalEvents,
  toolPlugin,
  toolTexts,
} from "./fixture.js";

const echo = toolPlugin({ name: "echo", run: () => "echoed" });

describe("delegation", () => {
  it("runs parallel tasks with fresh messages and gives the lead one answer a call", async () => {
    const model = delegatingModel(["one", "two", "three"], (_, task) => `did ${task}`);
    const { result, events } = await runOnce(model);
    expect(result.status).toBe("completed");
    expect(result.text).toBe(
      ["one", "two", "three"]
        .map((task) => `Task Succeeded. Result: did ${task}`)
        .join("\n")
        .replace(/^/, "lead: "),
    );
    expect(ofType(events, "task_started").map(({ description }) => description)).toEqual([
      "do one",
      "do two",
      "do three",
    ]);
    expect(terminalEvents(events)).toEqual(["task_completed", "task_completed", "task_completed"]);
    for (const { task_id } of ofType(events, "task_started")) {
      const own = events.filter((event) => "task_id" in event && event.task_id === task_id).map(({ type }) => type);
      expect(own[0]).toBe("task_started");
      expect(own.filter((type) => type.startsWith("task_")).at(-1)).toBe("task_completed");
    }
    for (const task of ["one", "two", "three"])
      expect(requestsOf(model, task)[0]?.messages.map((message) => message.type)).toEqual(["system", "human"]);
    expect(events.at(-1)?.type).toBe("run_finished");
  });

  it("SUB-33, STA-008: the lead gains exactly one ToolMessage for the call, with its id and nothing else of the child", async () => {
    const model = delegatingModel([{ prompt: "look", id: "call_42" }], ({ turn }) =>
      turn < 3 ? { text: `private ${turn}`, calls: [{ name: "echo" }] } : "public",
    );
    await runOnce(model, { plugins: [echo] });
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map((message) => message.type)).toEqual(["system", "human", "ai", "tool"]);
    const answer = last.at(-1) as ToolMessage;
    expect(answer.content).toBe("Task Succeeded. Result: public");
    expect(answer.tool_call_id).toBe("call_42");
    expect(answer.name).toBe("task");
    expect(answer.artifact).toMatchObject({ status: "completed", turns: 4, model: "main", stop_reason: null });
    expect(answer.additional_kwargs).toMatchObject({ subagent_status: "completed" });
    expect(JSON.stringify(last)).not.toContain("private");
  });

  it("gives each call one answer where the provider repeats ids", async () => {
    const model = delegatingModel(
      [
        { prompt: "P1", id: "call_0" },
        { prompt: "P2", id: "call_0" },
      ],
      (_, task) => `did ${task}`,
    );
    await runOnce(model);
    const last = model.requests.at(-1)?.messages ?? [];
    const answers = last.filter((message) => message.type === "tool") as ToolMessage[];
    const calls = (last.find((message) => message.type === "ai") as { tool_calls?: { id?: string }[] }).tool_calls;
    expect(answers.map(({ text }) => text)).toEqual([
      "Task Succeeded. Result: did P1",
      "Task Succeeded. Result: did P2",
    ]);
    expect(answers.map(({ tool_call_id }) => tool_call_id)).toEqual(calls?.map(({ id }) => id));
    expect(new Set(answers.map(({ tool_call_id }) => tool_call_id)).size).toBe(2);
  });

  it("SUB-12: a later turn that repeats a call id gets its own task", async () => {
    const model = scriptedModel((request) => {
      const first = request.messages.find((message) => message.type === "human")?.text ?? "";
      if (first !== "go") return `did ${first}`;
      if (request.turn < 2) return { calls: [taskCall({ prompt: `P${request.turn + 1}`, id: "call_0" })] };
      return toolTexts(request).join(" | ");
    });
    const { result } = await runOnce(model);
    expect(result.text).toBe("Task Succeeded. Result: did P1 | Task Succeeded. Result: did P2");
  });

  it("SUB-16: surplus calls are gone from the next request, each call that is left has its result", async () => {
    const model = delegatingModel(["a", "b", "c", "d", "e"], (_, task) => task);
    const { events } = await runOnce(model);
    expect(ofType(events, "calls_dropped")).toMatchObject([{ count: 2, limit: 3, key: "subagents.max_concurrent" }]);
    const last = model.requests.at(-1)?.messages ?? [];
    const asks = last.filter((message) => message.type === "ai") as { tool_calls?: { id?: string }[] }[];
    expect(asks).toHaveLength(1);
    expect(asks[0]?.tool_calls?.map(({ id }) => id)).toEqual(
      last.filter((message) => message.type === "tool").map((message) => (message as ToolMessage).tool_call_id),
    );
    expect(requestsOf(model, "d")).toEqual([]);
  });

  it("SUB-15: the tool's description and the limit of a run agree", async () => {
    const model = delegatingModel(["a", "b", "c"], (_, task) => task);
    const { events } = await runOnce(model, {}, { maxConcurrentTasks: 1 });
    expect(ofType(events, "calls_dropped")).toMatchObject([{ count: 2, limit: 1 }]);
    expect(JSON.stringify(model.requests[0]?.toolDefinitions)).toContain("At most 1 task call in one message");
  });

  it("counts the total of a run: the model is told, goes on by itself, and the stop reason says so", async () => {
    const model = scriptedModel((request) => {
      const first = request.messages.find((message) => message.type === "human")?.text ?? "";
      if (first !== "go") return first;
      const heard = request.messages.some((message) => message.text.includes("[SUBAGENT LIMIT REACHED]"));
      return heard ? "answered with what I have" : { calls: [taskCall(`t${request.turn}`)] };
    });
    const { result, events } = await runOnce(model, { config: "subagents: { max_total_per_run: 2 }\n" });
    expect(result).toMatchObject({
      status: "completed",
      text: "answered with what I have",
      stopReason: "subagent_limit_capped",
    });
    expect(ofType(events, "task_started")).toHaveLength(2);
    expect(ofType(events, "calls_dropped")).toMatchObject([{ count: 1, limit: 2, key: "subagents.max_total_per_run" }]);
  });

  it("a lead that asks for nothing but tasks beyond the total has to conclude", async () => {
    const model = scriptedModel((request) => {
      const first = request.messages.find((message) => message.type === "human")?.text ?? "";
      if (first !== "go") return first;
      return request.tools.length === 0 ? "concluded" : { calls: [taskCall("again")] };
    });
    const { result } = await runOnce(model, { config: "subagents: { max_total_per_run: 1 }\n" });
    expect(result).toMatchObject({ status: "completed", text: "concluded", stopReason: "subagent_limit_capped" });
  });

  it("sums the tokens of children into the run once, and tells them in the events", async () => {
    const model = delegatingModel(["a", "b"], () => ({ text: "x", usage: { input_tokens: 100, output_tokens: 1 } }));
    const { result, events } = await runOnce(model);
    expect(ofType(events, "task_completed").map(({ usage }) => usage.total_tokens)).toEqual([101, 101]);
    expect(result.usage).toEqual({ input_tokens: 220, output_tokens: 12, total_tokens: 232 });
  });

  it("SUB-34, SUB-29: a wrong type or an extra argument starts nothing and the run goes on", async () => {
    const model = delegatingModel(
      [
        { prompt: "p", type: "reserach" },
        { prompt: "q", more: { max_turns: 9999 } },
      ],
      () => "never",
    );
    const { result, events } = await runOnce(model);
    const [unknown, extra] = toolTexts(model.requests.at(-1) as never);
    expect(unknown).toBe("Task failed. Error: Unknown subagent type 'reserach'. Available: general-purpose");
    expect(extra).toContain("max_turns");
    expect(result.status).toBe("completed");
    expect(ofType(events, "task_started")).toEqual([]);
  });

  it("STR-07: what a child's tool tells reaches the lead's stream", async () => {
    const telling = toolPlugin({
      name: "tell",
      run: (_, { context }) => {
        context.emit({ type: "warning", code: "TEST", message: "from below", hint: null, position: null });
        return "told";
      },
    });
    const model = delegatingModel(["a"], ({ turn }) => (turn === 0 ? { calls: [{ name: "tell" }] } : "done"));
    const { events } = await runOnce(model, { plugins: [telling] });
    expect(ofType(events, "warning").map(({ message }) => message)).toContain("from below");
    const resolved = ofType(events, "tools_resolved").find(({ agent }) => agent === "general-purpose");
    expect(resolved?.task_id).toBe(ofType(events, "task_started")[0]?.task_id);
    expect(resolved?.kept).toEqual(["tell"]);
  });
});
