import { modelPlugin, scriptedModel } from "@antler/testing";
import { GraphInterrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { middlewarePlugin, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";
const throwing = (name: string, error: unknown) =>
  recordedTool(name, () => {
    throw error;
  });
const call = (name: string, args: Record<string, unknown> = { text: "x" }) => ({ name, args });

describe("tools that throw", () => {
  it("ERR-001, ERR-007, PRV-25: an exception becomes an error message, and the sibling call goes on", async () => {
    const model = scriptedModel([{ calls: [call("a"), call("b")] }, "done"]);
    const passThrough = middlewarePlugin({
      name: "pass",
      stage: "tools",
      create: () => ({ name: "pass", wrapToolCall: (request, handler) => handler(request) }),
    });
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      toolsPlugin(throwing("a", new RangeError("bad span")), recordedTool("b")),
      passThrough,
    ]);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "done" });
    expect(events.filter((event) => event.type === "tool_result")).toMatchObject([
      {
        name: "a",
        status: "error",
        text: "Error: Tool 'a' failed with RangeError: bad span. Continue with available context, or choose an alternative tool.",
      },
      { name: "b", status: "success", text: "ok" },
    ]);
  });

  it("ERR-039: an error text of a megabyte reaches the model bounded", async () => {
    const model = scriptedModel([{ calls: [call("a")] }, "done"]);
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      toolsPlugin(throwing("a", new Error("z".repeat(1_000_000)))),
    ]);
    await test.run();
    expect(model.requests[1]?.messages.at(-1)?.text.length).toBeLessThan(700);
  });

  it("ERR-005: control-flow signals of the graph pass unchanged", async () => {
    const model = scriptedModel([{ calls: [call("ask")] }, "never asked"]);
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      toolsPlugin(throwing("ask", new GraphInterrupt([{ id: "1", value: "?" }]))),
    ]);
    const { events } = await test.run();
    expect(events.some((event) => event.type === "tool_result")).toBe(false);
    expect(model.requests).toHaveLength(1);
  });

  it("a tool that never returns is given up after tool_timeout_seconds", async () => {
    const model = scriptedModel([{ calls: [call("hang"), call("b")] }, "done"]);
    await using test = await testPlatform(`${FAKE}resilience: { tool_call_gate: { tool_timeout_seconds: 1 } }\n`, [
      modelPlugin("fake", model),
      toolsPlugin(
        recordedTool("hang", () => new Promise(() => undefined)),
        recordedTool("b"),
      ),
    ]);
    const { result, events } = await test.run();
    expect(result.text).toBe("done");
    expect(events.find((event) => event.type === "tool_result" && event.name === "hang")).toMatchObject({
      status: "error",
      text: expect.stringContaining("no result of hang within 1 s"),
    });
  });
});

describe("in a subagent", () => {
  const delegate = {
    calls: [{ name: "task", args: { description: "d", prompt: "p", subagent_type: "general-purpose" } }],
  };

  it("ERR-047: a model that fails for good ends the task as failed, with the reason, and the lead goes on", async () => {
    const model = scriptedModel(({ tools, turn }) => {
      if (!tools.includes("task")) throw Object.assign(new Error("overloaded"), { status: 503 });
      return turn === 0 ? delegate : "the lead went on";
    });
    await using test = await testPlatform(`${FAKE}resilience: { model_errors: { base_delay_ms: 1 } }\n`, [
      modelPlugin("fake", model),
    ]);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "the lead went on" });
    const text = events.flatMap((event) => (event.type === "tool_result" ? [event.text] : [])).join();
    expect(text).toMatch(/^Task failed\. Error: model "main" failed after 3 attempts with status 503: overloaded/);
    const retries = events.filter((event) => event.type === "llm_retry");
    expect(retries).toHaveLength(2);
    expect(retries[0]?.task_id).not.toBeNull();
  });

  it("empty answers end the task as failed, never as an empty success", async () => {
    const model = scriptedModel(({ tools, turn }) => (tools.includes("task") ? (turn === 0 ? delegate : "on") : ""));
    await using test = await testPlatform(FAKE, [modelPlugin("fake", model)]);
    const { events } = await test.run();
    const text = events.flatMap((event) => (event.type === "tool_result" ? [event.text] : [])).join();
    expect(text).toMatch(/^Task failed\. Error: .*empty answers in a row/);
  });
});
