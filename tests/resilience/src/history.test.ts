import { calls, messagesFault, modelPlugin, openAiEndpoint, scriptedModel } from "@antler/testing";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { middlewarePlugin, onTheWire, openAiConfig, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";

describe("history", () => {
  it("MSG-05, ERR-011: a call that an abort left open is answered in the next request of the thread", async () => {
    const cancel = new AbortController();
    const slow = recordedTool("slow", () => {
      cancel.abort();
      return new Promise(() => undefined);
    });
    await using endpoint = await openAiEndpoint([calls([{ name: "slow", args: { text: "x" }, id: "c1" }]), "again"], {
      strict: true,
    });
    await using test = await testPlatform(openAiConfig(endpoint.url), [toolsPlugin(slow)]);
    const first = await test.run("begin", { threadId: "t", signal: cancel.signal });
    expect(first.result.status).toBe("cancelled");
    const second = await test.run("next", { threadId: "t" });
    expect(second.result).toMatchObject({ status: "completed", text: "again" });
    const sent = endpoint.requests[1]?.body.messages.filter((message) => message.role !== "system") ?? [];
    expect(sent.map((message) => message.role)).toEqual(["user", "assistant", "tool", "user"]);
    expect(sent[2]?.content).toBe("[Tool call was interrupted and did not return a result.]");
    expect(second.events.filter((event) => event.type === "history_repaired")).toMatchObject([
      { agent: "lead", task_id: null, changes: ["Answered call c1 of slow, which had no result."] },
    ]);
  });

  it("can be read again after a call whose arguments are nested without end, of a known tool or not", async () => {
    const nested = (levels: number) =>
      JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`) as Record<string, unknown>;
    const any = { type: "object" };
    const echo = recordedTool("echo", () => "ok", any);
    for (const streams of [true, false]) {
      echo.calls.length = 0;
      const model = scriptedModel(
        [
          {
            calls: [
              { name: "echo", args: nested(32) },
              { name: "echo", args: nested(1000) },
              { name: "unknown", args: nested(1000) },
            ],
          },
          "done",
          "again",
        ],
        { streams },
      );
      await using test = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(echo)]);
      await test.run("begin", { threadId: "t" });
      const results = model.requests[1]?.messages.filter((message) => message.type === "tool") ?? [];
      expect(results.map(({ text }) => text.slice(0, 40))).toMatchObject([
        "ok",
        'Not run: this call of "echo" is faulty: ',
        'Tool "unknown" is not available to you: ',
      ]);
      expect(echo.calls).toEqual([nested(32)]);
      expect((await test.run("next", { threadId: "t" })).result).toMatchObject({ status: "completed", text: "again" });
    }
  });

  it("ERR-019: the repair is told once and never stored", async () => {
    const broken = [
      new HumanMessage("q"),
      new AIMessage({ content: "", tool_calls: [{ name: "echo", args: {}, id: "1" }] }),
      new ToolMessage({ content: "nobody asked", tool_call_id: "9" }),
      new AIMessage(""),
    ];
    const inject = middlewarePlugin({
      name: "inject",
      stage: "setup",
      create: () => ({
        name: "inject",
        wrapModelCall: (request, handler) => handler({ ...request, messages: [...broken, ...request.messages] }),
      }),
    });
    const model = scriptedModel([{ calls: [{ name: "echo", args: { text: "x" } }] }, "done"]);
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      inject,
      toolsPlugin(recordedTool("echo")),
    ]);
    const { events } = await test.run();
    for (const { messages } of model.requests) expect(messagesFault(messages.map(onTheWire))).toBeUndefined();
    expect(events.filter((event) => event.type === "history_repaired")).toMatchObject([
      {
        changes: [
          "Answered call 1 of echo, which had no result.",
          "Left out a result of call 9, which nothing asked for.",
          "Left out an empty answer.",
        ],
      },
    ]);
  });

  it("MSG-14: a result without content is sent as a string", async () => {
    const model = scriptedModel([{ calls: [{ name: "echo", args: { text: "x" } }] }, "done"]);
    const empty = middlewarePlugin({
      name: "empty",
      stage: "tools",
      create: () => ({
        name: "empty",
        wrapToolCall: (request) => new ToolMessage({ content: [], tool_call_id: request.toolCall.id ?? "" }),
      }),
    });
    await using test = await testPlatform(FAKE, [modelPlugin("fake", model), empty, toolsPlugin(recordedTool("echo"))]);
    await test.run();
    expect(model.requests[1]?.messages.at(-1)?.content).toBe("[The tool returned nothing.]");
  });

  it("can make roles alternate for providers that want it", async () => {
    const model = scriptedModel(["done"]);
    const inject = middlewarePlugin({
      name: "inject",
      stage: "setup",
      create: () => ({
        name: "inject",
        wrapModelCall: (request, handler) =>
          handler({
            ...request,
            messages: [
              new HumanMessage("a"),
              new AIMessage({ content: "", tool_calls: [{ name: "echo", args: {}, id: "1" }] }),
              new ToolMessage({ content: "r", tool_call_id: "1" }),
              new HumanMessage("b"),
              ...request.messages,
            ],
          }),
      }),
    });
    await using test = await testPlatform(`${FAKE}resilience: { history_repair: { strict_roles: true } }\n`, [
      modelPlugin("fake", model),
      inject,
    ]);
    await test.run("c");
    const types = model.requests[0]?.messages.map((message) => message.getType()) ?? [];
    expect(types.slice(-5)).toEqual(["human", "ai", "tool", "ai", "human"]);
  });
});
