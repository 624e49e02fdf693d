import { calls, message, type OpenAiEndpoint, openAiEndpoint, streamEvent } from "@antler/testing";
import { AIMessage, type AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ChatOpenAiCompatible } from "./chat-open-ai.js";
import { type OpenAiSettings, settingsOf } from "./settings.js";

const ECHO = {
  type: "function",
  function: { name: "echo", description: "", parameters: { type: "object", properties: {} } },
} as const;

function settingsFor(endpoint: OpenAiEndpoint, changes: Partial<OpenAiSettings> = {}): OpenAiSettings {
  return {
    ...settingsOf({ name: "m", use: "openai", model: "test-model", base_url: endpoint.url, api_key: "none" }, {}),
    ...changes,
  };
}
function modelFor(endpoint: OpenAiEndpoint, changes: Partial<OpenAiSettings> = {}): ChatOpenAiCompatible {
  return new ChatOpenAiCompatible(settingsFor(endpoint, changes));
}
async function streamed(model: ChatOpenAiCompatible, options: object = {}): Promise<AIMessageChunk> {
  const chunks: AIMessageChunk[] = [];
  for await (const chunk of await model.stream("hi", options)) chunks.push(chunk);
  return chunks.reduce((whole, chunk) => whole.concat(chunk));
}

describe("an OpenAI-compatible endpoint", () => {
  it("gets model, messages and the configured fields, and no key when there is none", async () => {
    await using endpoint = await openAiEndpoint(["hello"]);
    const model = modelFor(endpoint, {
      temperature: 0.5,
      maxTokens: 7,
      extraBody: { top_k: 3 },
      headers: { "x-team": "blue" },
    });
    const answer = await model.invoke("hi");
    expect(answer.text).toBe("hello");
    expect(answer.usage_metadata).toMatchObject({ input_tokens: 10, output_tokens: 5, total_tokens: 15 });
    const [request] = endpoint.requests;
    expect(request?.body).toMatchObject({ model: "test-model", temperature: 0.5, max_tokens: 7, top_k: 3 });
    expect(request?.body.messages).toEqual([{ role: "user", content: "hi" }]);
    expect(request?.headers).toMatchObject({ "x-team": "blue" });
    expect(request?.headers.authorization).toBeUndefined();
  });

  it("gets the key where there is one", async () => {
    await using endpoint = await openAiEndpoint(["hello"], { apiKey: "sk-1" });
    expect((await modelFor(endpoint, { apiKey: "sk-1" }).invoke("hi")).text).toBe("hello");
  });

  it("PRV-18: streams text, with usage and finish reason, and asks no other host", async () => {
    await using endpoint = await openAiEndpoint([message("", { deltas: ["go", "go", "谢", "谢"] })]);
    const answer = await streamed(modelFor(endpoint));
    expect(answer.text).toBe("gogo谢谢");
    expect(answer.usage_metadata).toMatchObject({ total_tokens: 15 });
    expect(answer.response_metadata).toMatchObject({ finish_reason: "stop" });
    expect(endpoint.requests[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });

  it("has answered when it says [DONE], though its connection stays open; the connection is closed then", async () => {
    const events = [streamEvent({ role: "assistant", content: "all" }), streamEvent({}, "stop"), "[DONE]"];
    await using endpoint = await openAiEndpoint([{ kind: "events", events, end: "stall" }]);
    const answer = await streamed(modelFor(endpoint, { timeoutMs: 60_000 }));
    expect(answer.text).toBe("all");
    expect(answer.response_metadata).toMatchObject({ finish_reason: "stop" });
    expect(await endpoint.requests[0]?.abandoned).toBe(true);
  });

  it("may send arguments as an object and content as a list, streamed or not", async () => {
    const toolCalls = [{ index: 0, id: "c1", type: "function", function: { name: "echo", arguments: { text: "hi" } } }];
    const said = {
      role: "assistant",
      content: [
        { type: "text", text: "one " },
        { type: "text", text: "two" },
      ],
    };
    const whole = { choices: [{ index: 0, finish_reason: "tool_calls", message: { ...said, tool_calls: toolCalls } }] };
    await using endpoint = await openAiEndpoint([
      { kind: "events", events: [streamEvent({ ...said, tool_calls: toolCalls }, "tool_calls")], end: "done" },
      {
        kind: "http",
        status: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(whole),
      },
    ]);
    const answers = [await streamed(modelFor(endpoint)), await modelFor(endpoint, { streaming: false }).invoke("hi")];
    for (const answer of answers) {
      expect(answer.text).toBe("one two");
      expect(answer.tool_calls).toMatchObject([{ id: "c1", name: "echo", args: { text: "hi" } }]);
    }
  });

  it("does not stream where streaming is off", async () => {
    await using endpoint = await openAiEndpoint(["one piece"]);
    expect((await streamed(modelFor(endpoint, { streaming: false }))).text).toBe("one piece");
    expect(endpoint.requests[0]?.body.stream).toBeFalsy();
  });

  it.each([false, true])("calls tools (streaming: %s)", async (streaming) => {
    await using endpoint = await openAiEndpoint([
      calls([
        { name: "echo", args: { text: "a" } },
        { name: "echo", args: { text: "b" } },
      ]),
    ]);
    const model = modelFor(endpoint);
    const answer = streaming ? await streamed(model, { tools: [ECHO] }) : await model.invoke("hi", { tools: [ECHO] });
    expect(answer.tool_calls?.map((call) => [call.id, call.args])).toEqual([
      ["call_1", { text: "a" }],
      ["call_2", { text: "b" }],
    ]);
    expect(endpoint.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(["echo"]);
  });

  it("PRV-03: joins streamed calls without indexes", async () => {
    const two = [
      { name: "write", args: { path: "a", content: "c" } },
      { name: "write", args: { path: "b", content: "d" } },
    ];
    await using endpoint = await openAiEndpoint([calls(two, { withoutIndexes: true })]);
    const answer = await streamed(modelFor(endpoint), {});
    expect(answer.tool_calls?.map((call) => call.args)).toEqual(two.map((call) => call.args));
  });

  it.each(["application/json", "text/plain", ""])(
    "reads a whole answer where a stream was asked for (%j)",
    async (type) => {
      const call = { id: "a", type: "function", function: { name: "echo", arguments: '{"text":"x"}' } };
      const choice = {
        index: 0,
        message: { role: "assistant", content: "hi", tool_calls: [call, { ...call, id: "b" }] },
        finish_reason: "tool_calls",
      };
      const body = {
        id: "c",
        model: "m",
        choices: [choice],
        usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
      };
      await using endpoint = await openAiEndpoint([
        { kind: "http", status: 200, body, headers: { "content-type": type } },
      ]);
      const answer = await streamed(modelFor(endpoint));
      expect(answer.text).toBe("hi");
      expect(answer.tool_calls?.map((one) => [one.id, one.args])).toEqual([
        ["a", { text: "x" }],
        ["b", { text: "x" }],
      ]);
      expect(answer.usage_metadata).toMatchObject({ total_tokens: 3 });
      expect(answer.response_metadata).toMatchObject({ finish_reason: "tool_calls" });
    },
  );

  it("reads an answer that does not call itself JSON", async () => {
    const body = { choices: [{ index: 0, message: { role: "assistant", content: "hi" }, finish_reason: "stop" }] };
    await using endpoint = await openAiEndpoint([
      { kind: "http", status: 200, body, headers: { "content-type": "text/plain" } },
    ]);
    expect((await modelFor(endpoint).invoke("x")).text).toBe("hi");
  });

  it("MSG-13: keeps two answers that carry one id apart from each other's content", async () => {
    await using endpoint = await openAiEndpoint([message("first", { id: "x" }), message("second", { id: "x" })]);
    const model = modelFor(endpoint);
    expect([(await model.invoke("1")).text, (await model.invoke("2")).text]).toEqual(["first", "second"]);
  });

  it.each([[{ choices: [] }], [{ choices: null }], [{}]])("PRV-09: takes a usage chunk with %j", async (frame) => {
    const usage = { ...frame, id: "c", usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } };
    const events = [streamEvent({ content: "hi" }), streamEvent({}, "stop"), usage];
    await using endpoint = await openAiEndpoint([{ kind: "events", end: "done", events }]);
    const answer = await streamed(modelFor(endpoint));
    expect(answer.text).toBe("hi");
    expect(answer.usage_metadata).toMatchObject({ total_tokens: 5 });
    expect(AIMessage.isInstance(answer)).toBe(true);
  });

  it("PRV-12: sends reasoning back where the model's entry says so, and only there", async () => {
    const history = [
      new HumanMessage("q"),
      new AIMessage({
        content: "",
        tool_calls: [{ name: "echo", args: {}, id: "a" }],
        additional_kwargs: { reasoning_content: "think" },
      }),
      new ToolMessage("r", "a"),
    ];
    await using endpoint = await openAiEndpoint(["1", "2", "3"]);
    await modelFor(endpoint, { resendReasoning: true }).invoke(history);
    for await (const _ of await modelFor(endpoint, { resendReasoning: true }).stream(history));
    await modelFor(endpoint).invoke(history);
    const sent = endpoint.requests.map((request) => request.body.messages[1]?.["reasoning_content"]);
    expect(sent).toEqual(["think", "think", undefined]);
  });

  it("PRV-26: an option of the call wins over the entry's, and is sent once", async () => {
    await using endpoint = await openAiEndpoint(["ok"]);
    const model = modelFor(endpoint, { model: "gpt-5", extraBody: { reasoning_effort: "high" } });
    await model.invoke("hi", { reasoningEffort: "minimal" } as object);
    expect(endpoint.requests[0]?.body["reasoning_effort"]).toBe("minimal");
  });

  it("claims the configured context window", async () => {
    await using endpoint = await openAiEndpoint([]);
    expect(modelFor(endpoint, { contextWindow: 4096 }).profile).toMatchObject({ maxInputTokens: 4096 });
  });

  it("ends the request when it is aborted", async () => {
    await using endpoint = await openAiEndpoint([{ kind: "silence" }]);
    const controller = new AbortController();
    const answer = modelFor(endpoint).invoke("hi", { signal: controller.signal });
    await endpoint.received(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(await endpoint.requests[0]?.abandoned).toBe(true);
  });
});
