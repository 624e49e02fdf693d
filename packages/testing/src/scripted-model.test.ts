import { AIMessage, type AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { scriptedModel } from "./scripted-model.js";

const echo = tool(async ({ text }: { text: string }) => `echo ${text}`, {
  name: "echo",
  description: "Says it again.",
  schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
});

describe("scriptedModel", () => {
  it("drives an agent: it sees the tools, its calls run, and its last text is the answer", async () => {
    const model = scriptedModel(({ turn, messages }) =>
      turn === 0 ? { calls: [{ name: "echo", args: { text: "hi" } }] } : `got: ${messages.at(-1)?.text}`,
    );
    const agent = createAgent({ model, tools: [echo] });
    const state = await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(state.messages.at(-1)?.text).toBe("got: echo hi");
    expect(model.requests.map((request) => request.tools)).toEqual([["echo"], ["echo"]]);
    expect(model.requests[0]?.toolDefinitions[0]).toMatchObject({ type: "function", function: { name: "echo" } });
  });

  it("streams the same message that it answers with", async () => {
    const answer = { text: "two words", calls: [{ name: "echo", args: { text: "x y" }, id: "c1" }] };
    const invoked = await scriptedModel([answer]).invoke("go");
    let streamed: AIMessageChunk | undefined;
    let chunks = 0;
    for await (const chunk of await scriptedModel([answer]).stream("go")) {
      streamed = streamed === undefined ? chunk : streamed.concat(chunk);
      chunks++;
    }
    expect(chunks).toBe(5);
    expect(streamed?.text).toBe(invoked.text);
    expect(streamed?.tool_calls).toMatchObject(answer.calls);
    expect(streamed?.usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 5, total_tokens: 15 });
    expect(invoked.usage_metadata).toEqual({ input_tokens: 10, output_tokens: 5, total_tokens: 15 });
    expect(streamed?.response_metadata).toMatchObject({ finish_reason: "tool_calls" });
  });

  it("counts the turn from the last human message", async () => {
    const model = scriptedModel(() => "ok");
    const call = new AIMessage({ content: "", tool_calls: [{ name: "echo", args: {}, id: "a" }] });
    const history = [
      new HumanMessage("1"),
      new AIMessage("done"),
      new HumanMessage("2"),
      call,
      new ToolMessage("r", "a"),
    ];
    await model.invoke(history);
    expect(model.requests[0]?.turn).toBe(1);
  });

  it("throws what the script throws, and says when a list of answers is used up", async () => {
    const failing = scriptedModel(() => {
      throw new RangeError("boom");
    });
    await expect(failing.invoke("x")).rejects.toThrow(RangeError);
    await expect(scriptedModel([]).invoke("x")).rejects.toThrow("has 0 answers, but was asked 1 times");
  });

  it("hands the abort signal to the script, and an aborted call never answers", async () => {
    const controller = new AbortController();
    const model = scriptedModel(({ signal }) => {
      controller.abort(new Error("stop here"));
      expect(signal?.aborted).toBe(true);
      return "too late";
    });
    await expect(model.invoke("x", { signal: controller.signal })).rejects.toThrow();
  });

  it("can be a model that does not stream, and one that answers with invalid calls", async () => {
    const model = scriptedModel([{ invalidCalls: [{ name: "echo", args: '{"te' }] }], { streams: false });
    const chunks = [];
    for await (const chunk of await model.stream("x")) chunks.push(chunk);
    expect(chunks).toHaveLength(1);
    expect(chunks[0]).toMatchObject({ invalid_tool_calls: [{ name: "echo", args: '{"te' }] });
  });
});
