import { describe, expect, it } from "vitest";
import { brokenStream, calls, cutBody, htmlPage, httpError, message, noChoices } from "./answer.js";
import { type OpenAiEndpoint, openAiEndpoint } from "./open-ai-endpoint.js";

const USER = [{ role: "user", content: "hi" }];

function post(endpoint: OpenAiEndpoint, body: object = {}, init: RequestInit = {}): Promise<Response> {
  const text = JSON.stringify({ model: "test-model", messages: USER, ...body });
  return fetch(`${endpoint.url}/chat/completions`, { method: "POST", body: text, ...init });
}
async function eventsOf(response: Response): Promise<readonly string[]> {
  return (await response.text())
    .split("\n\n")
    .filter((line) => line !== "")
    .map((line) => line.slice("data: ".length));
}

describe("openAiEndpoint", () => {
  it("answers a list in order and says when it is used up", async () => {
    await using endpoint = await openAiEndpoint(["one", calls([{ name: "ls", args: { path: "/" } }])]);
    const first = await (await post(endpoint)).json();
    const second = await (await post(endpoint)).json();
    const third = await post(endpoint);
    expect(first).toMatchObject({
      choices: [{ message: { content: "one" }, finish_reason: "stop" }],
      usage: { total_tokens: 15 },
    });
    expect(second).toMatchObject({
      choices: [
        {
          message: { tool_calls: [{ id: "call_1", function: { name: "ls", arguments: '{"path":"/"}' } }] },
          finish_reason: "tool_calls",
        },
      ],
    });
    expect(third.status).toBe(500);
    expect(endpoint.requests).toHaveLength(3);
  });

  it("streams the same answer when the request asks for a stream", async () => {
    await using endpoint = await openAiEndpoint([message("two words", { calls: [{ name: "ls", args: '{"a":1}' }] })]);
    const events = await eventsOf(await post(endpoint, { stream: true, stream_options: { include_usage: true } }));
    expect(events.at(-1)).toBe("[DONE]");
    const parsed = events.slice(0, -1).map((event) => JSON.parse(event));
    const deltas = parsed.flatMap((event) => event.choices.map((choice: { delta: object }) => choice.delta));
    expect(deltas.map((delta) => delta.content ?? "").join("")).toBe("two words");
    expect(
      deltas
        .flatMap((delta) => delta.tool_calls ?? [])
        .map((call) => call.function.arguments)
        .join(""),
    ).toBe('{"a":1}');
    expect(parsed.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: 10 } });
  });

  it("sends errors, web pages, empty choices and cut bodies", async () => {
    const limited = httpError(429, "slow down", { headers: { "retry-after": "2" } });
    await using endpoint = await openAiEndpoint([limited, htmlPage(), noChoices(), cutBody(), { kind: "reset" }]);
    const first = await post(endpoint);
    expect([first.status, first.headers.get("retry-after")]).toEqual([429, "2"]);
    expect((await post(endpoint)).headers.get("content-type")).toContain("text/html");
    expect(await (await post(endpoint)).json()).toMatchObject({ choices: [] });
    await expect((await post(endpoint)).text()).rejects.toThrow();
    await expect(post(endpoint)).rejects.toThrow();
  });

  it("breaks streams: ended without a finish, reset, or silent until the client leaves", async () => {
    await using endpoint = await openAiEndpoint((request) =>
      brokenStream(["half "], (["close", "reset", "stall"] as const)[request.index] ?? "done"),
    );
    expect(await eventsOf(await post(endpoint, { stream: true }))).toHaveLength(1);
    await expect((await post(endpoint, { stream: true })).text()).rejects.toThrow();
    const controller = new AbortController();
    const stalled = await post(endpoint, { stream: true }, { signal: controller.signal });
    const reader = stalled.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("half");
    controller.abort();
    expect(await endpoint.requests[2]?.abandoned).toBe(true);
  });

  it("tells when a request has come, also when it never answers", async () => {
    await using endpoint = await openAiEndpoint([{ kind: "silence" }]);
    const controller = new AbortController();
    const answer = post(endpoint, {}, { signal: controller.signal });
    await endpoint.received(1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    expect(await endpoint.requests[0]?.abandoned).toBe(true);
  });

  it("checks key, model and path where told to", async () => {
    await using endpoint = await openAiEndpoint(["ok"], { apiKey: "right", models: ["a"] });
    const key = { headers: { authorization: "Bearer right" } };
    expect((await post(endpoint, { model: "a" })).status).toBe(401);
    expect((await post(endpoint, { model: "b" }, key)).status).toBe(404);
    expect((await fetch(endpoint.url.replace("/v1", "/chat/completions"), { method: "POST" })).status).toBe(404);
    expect(await (await fetch(`${endpoint.url}/models`, key)).json()).toMatchObject({ data: [{ id: "a" }] });
  });

  it.each([
    ["a late system message", [...USER, { role: "system", content: "x" }], "system message"],
    ["an unanswered call", [...USER, { role: "assistant", tool_calls: [call("a")] }, ...USER], "no tool message"],
    [
      "a result without its call",
      [...USER, { role: "tool", tool_call_id: "a", content: "x" }],
      "without a preceding call",
    ],
    ["an empty id", [...USER, { role: "assistant", tool_calls: [call("")] }], "empty id"],
    ["broken arguments", [...USER, { role: "assistant", tool_calls: [call("a", "{")] }], "no JSON"],
    [
      "a list as a result",
      [...USER, { role: "assistant", tool_calls: [call("a")] }, { role: "tool", tool_call_id: "a", content: [] }],
      "must be a string",
    ],
    ["an assistant message last", [...USER, { role: "assistant", content: "x" }], "the last message"],
  ])("a strict endpoint refuses %s", async (_name, messages, reason) => {
    await using endpoint = await openAiEndpoint(["ok"], { strict: true });
    const response = await post(endpoint, { messages });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(reason);
  });

  it("a strict endpoint takes a complete exchange", async () => {
    await using endpoint = await openAiEndpoint(["ok"], { strict: true });
    const exchange = [
      { role: "assistant", content: "", tool_calls: [call("a")] },
      { role: "tool", tool_call_id: "a", content: "" },
    ];
    const messages = [{ role: "system", content: "s" }, ...USER, ...exchange];
    expect((await post(endpoint, { messages })).status).toBe(200);
  });
});

function call(id: string, args = "{}"): object {
  return { id, type: "function", function: { name: "f", arguments: args } };
}
