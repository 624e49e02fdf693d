import { AntlerError } from "@antler/plugin-api";
import {
  brokenStream,
  calls,
  cutBody,
  type EndpointAnswer,
  htmlPage,
  httpError,
  message,
  noChoices,
  type OpenAiEndpoint,
  openAiEndpoint,
  streamEvent,
} from "@antler/testing";
import { AIMessage, type AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { ChatOpenAiCompatible } from "./chat-open-ai.js";
import { explainError } from "./explain/explain-error.js";
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
/** What a person would read of a failing call, as `message → hint`. */
async function told(
  answers: readonly EndpointAnswer[],
  changes: Partial<OpenAiSettings> = {},
  stream = false,
): Promise<string> {
  await using endpoint = await openAiEndpoint(answers);
  const model = modelFor(endpoint, changes);
  const error: unknown = await (stream ? streamed(model) : model.invoke("hi")).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const explained = explainError(error, settingsFor(endpoint, changes), "m");
  return `${explained?.message} → ${explained?.hint}`.replaceAll(new URL(endpoint.url).host, "HOST");
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

describe("retries of one call", () => {
  const once429 = [httpError(429, "slow down", { headers: { "retry-after": "1" } }), "then"];

  it("PRV-14: waits as Retry-After says", async () => {
    await using endpoint = await openAiEndpoint(once429);
    expect((await modelFor(endpoint, { maxRetries: 1 }).invoke("hi")).text).toBe("then");
    const [first, second] = endpoint.requests;
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("are off by default, so that they do not multiply with those of the agent loop", async () => {
    await using endpoint = await openAiEndpoint(once429);
    await expect(modelFor(endpoint).invoke("hi")).rejects.toThrow("slow down");
    expect(endpoint.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404])("PRV-16: never repeat a request that was refused with %s", async (status) => {
    await using endpoint = await openAiEndpoint([httpError(status, "no")]);
    await expect(modelFor(endpoint, { maxRetries: 2 }).invoke("hi")).rejects.toThrow("no");
    expect(endpoint.requests).toHaveLength(1);
  });

  it("never repeat when the quota is used up", async () => {
    await using endpoint = await openAiEndpoint([
      httpError(429, "You exceeded your current quota", { code: "insufficient_quota" }),
    ]);
    await expect(modelFor(endpoint, { maxRetries: 2 }).invoke("hi")).rejects.toThrow("quota");
    expect(endpoint.requests).toHaveLength(1);
  });

  it("repeat after a server error, a broken connection and an answer without choices", async () => {
    await using endpoint = await openAiEndpoint([
      httpError(500, "oops", { headers: { "retry-after-ms": "1" } }),
      { kind: "reset" },
      "then",
    ]);
    expect((await modelFor(endpoint, { maxRetries: 3 }).invoke("hi")).text).toBe("then");
    expect(endpoint.requests).toHaveLength(3);
  });

  it("end their wait when they are aborted", async () => {
    await using endpoint = await openAiEndpoint([httpError(429, "slow down", { headers: { "retry-after": "50" } })]);
    const controller = new AbortController();
    const answer = modelFor(endpoint, { maxRetries: 1 }).invoke("hi", { signal: controller.signal });
    await endpoint.received(1);
    await endpoint.requests[0]?.abandoned;
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(endpoint.requests).toHaveLength(1);
  });
});

describe("what a person reads when it fails", () => {
  it.each<[string, EndpointAnswer, string, string]>([
    [
      "a wrong key",
      httpError(401, "Incorrect API key provided."),
      "HOST refused the key (401): Incorrect API key provided",
      "It wants a key",
    ],
    [
      "a forbidden model",
      httpError(403, "Not for you"),
      "HOST does not allow this (403): Not for you",
      "may use test-model",
    ],
    [
      "an unknown model",
      httpError(404, "The model `x` does not exist", { code: "model_not_found" }),
      'HOST (404) has no model "test-model"',
      'Correct `model` of models "m"',
    ],
    [
      "a wrong path",
      { kind: "http", status: 404, body: { detail: "Not Found" } },
      "there is nothing at http://HOST/v1/chat/completions (HOST, 404): Not Found",
      "Check the path",
    ],
    [
      "a rate limit",
      httpError(429, "slow down", { headers: { "retry-after": "9" } }),
      "HOST limits the rate (429): slow down",
      "Wait 9 s",
    ],
    [
      "a used-up quota",
      httpError(429, "You exceeded your current quota.", { code: "insufficient_quota" }),
      "the quota at HOST (429) is used up",
      "billing",
    ],
    [
      "a full context",
      httpError(400, "This model's maximum context length is 8192 tokens", { code: "context_length_exceeded" }),
      "the conversation is too long for test-model at HOST (400)",
      "context_window",
    ],
    [
      "a vLLM-style 400",
      {
        kind: "http",
        status: 400,
        body: {
          object: "error",
          message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
          type: "BadRequestError",
        },
      },
      "test-model at HOST (400) takes no tool calls",
      "--tool-call-parser",
    ],
    [
      "an Ollama-style 400",
      httpError(400, "registry.ollama.ai/library/x does not support tools"),
      "takes no tool calls",
      "can call tools",
    ],
    [
      "any other 400",
      { kind: "http", status: 400, body: { message: "temperature must be below 2" } },
      "HOST refused the request (400): temperature must be below 2",
      "endpoint's words",
    ],
    ["a server error", httpError(500, "oops"), "HOST failed (500): oops", "Try again later"],
    ["a proxy's error page", htmlPage(502), 'HOST failed (502): a web page titled "Welcome"', "Try again later"],
    [
      "a web page with status 200",
      htmlPage(),
      'HOST: the endpoint answered with a web page titled "Welcome"',
      "Check `base_url`",
    ],
    ["no choices (PRV-08)", noChoices(), "HOST: the endpoint answered without any choice", "Try again"],
    [
      "an error inside a 200",
      { kind: "http", status: 200, body: { error: { message: "upstream is gone" } } },
      "without any choice: upstream is gone",
      "Try again",
    ],
    ["a body that is cut off", cutBody(), "the connection to HOST broke off", "Try again"],
    ["a broken connection", { kind: "reset" }, "the connection to HOST broke off", "Try again"],
    [
      "text that is no JSON",
      { kind: "http", status: 200, body: "{oops" },
      "HOST sent an answer that cannot be read",
      "OpenAI-compatible",
    ],
  ])("%s", async (_name, answer, what, next) => {
    const text = await told([answer]);
    expect(text).toContain(what);
    expect(text.split(" → ")[1]).toContain(next);
  });

  it("PRV-17: silence before the answer and within it, both bounded by `timeout`", async () => {
    const limit = { timeoutMs: 60 };
    expect(await told([{ kind: "silence" }], limit)).toContain(
      "HOST: the endpoint sent nothing for 0.06 s → Try again; raise `timeout`",
    );
    expect(await told([brokenStream(["half "], "stall")], limit, true)).toContain(
      "the endpoint sent nothing for 0.06 s",
    );
  });

  it("a stream that breaks, holds an error, holds no choice, or is none", async () => {
    expect(await told([brokenStream(["half "], "reset")], {}, true)).toContain("the connection to HOST broke off");
    const failing: EndpointAnswer = {
      kind: "events",
      end: "done",
      events: [{ error: { message: "upstream is gone", code: 502 } }],
    };
    expect(await told([failing], {}, true)).toContain("HOST failed (502): upstream is gone");
    const plain: EndpointAnswer = { kind: "events", end: "done", events: [{ error: { message: "cannot do" } }] };
    expect(await told([plain], {}, true)).toContain("HOST reported an error: cannot do");
    expect(await told([{ kind: "events", end: "done", events: [] }], {}, true)).toContain("without any choice");
    expect(await told([{ kind: "http", status: 200, body: { error: "busy" } }], {}, true)).toContain(
      "HOST failed (502): busy",
    );
  });

  it("the same troubles when a stream was asked for", async () => {
    expect(await told([noChoices()], {}, true)).toContain("without any choice");
    expect(await told([htmlPage()], {}, true)).toContain("web page");
    expect(await told([cutBody()], {}, true)).toContain("the connection to HOST broke off");
    expect(await told([{ kind: "http", status: 200, body: "{oops" }], {}, true)).toContain("cannot be read");
    expect(await told([{ kind: "http", status: 200, body: "" }], {}, true)).toContain("without any choice");
  });

  it("a web page that calls itself something else", async () => {
    const page: EndpointAnswer = { ...htmlPage(), headers: { "content-type": "text/plain" } };
    expect(await told([page])).toContain("web page");
    expect(await told([page], {}, true)).toContain("web page");
  });

  it("a refused connection names host and port", async () => {
    const endpoint = await openAiEndpoint([]);
    await endpoint.close();
    const error = await modelFor(endpoint)
      .invoke("hi")
      .catch((thrown: unknown) => thrown);
    const explained = explainError(error, settingsFor(endpoint), "m");
    expect(explained?.message).toBe(`${new URL(endpoint.url).host} refused the connection: nothing listens there`);
    expect(explained?.hint).toContain("Start the server");
  });

  it("an abort and errors of others are not explained", () => {
    const settings = settingsOf({ name: "m", use: "openai", model: "x", base_url: "http://h:1/v1" }, {});
    expect(explainError(Object.assign(new Error("stop"), { name: "AbortError" }), settings, "m")).toBeUndefined();
    expect(explainError(new RangeError("bug"), settings, "m")).toBeUndefined();
    const around = new AntlerError({ code: "ANTLER_TEST", message: "gave up" });
    expect(explainError(around, settings, "m")).toBeUndefined();
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const wrapped = new AntlerError({ code: "ANTLER_TEST", message: "gave up", cause: refused });
    expect(explainError(wrapped, settings, "m")?.message).toContain("refused the connection");
  });
});
