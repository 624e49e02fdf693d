import { LATE_TOOL_PROVIDER } from "@antler/plugin-api";
import {
  brokenStream,
  calls,
  cutBody,
  type EndpointAnswer,
  htmlPage,
  httpError,
  message,
  noChoices,
  openAiEndpoint,
  streamEvent,
} from "@antler/testing";
import { AIMessage, type BaseMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import {
  middlewarePlugin,
  openAiConfig,
  pluginOf,
  QUICK,
  recordedTool,
  TEXT_PARAMETERS,
  type TestPlatform,
  testPlatform,
  toolsPlugin,
} from "./fixture.js";

const strict = { strict: true } as const;
const start = (
  url: string,
  tools = [recordedTool("echo")],
  resilience = QUICK,
  streaming = true,
): Promise<TestPlatform> =>
  testPlatform(openAiConfig(url, resilience).replace("api_key: none", `api_key: none, streaming: ${streaming}`), [
    toolsPlugin(...tools),
  ]);

describe("arguments that cannot be run", () => {
  it("PRV-01: a call that is cut by the output limit is not run; the model is asked to issue it again", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint(
      [
        calls([{ name: "echo", args: '{"text": "cut he' }], { finishReason: "length" }),
        calls([{ name: "echo", args: { text: "short" } }]),
        "done",
      ],
      strict,
    );
    await using test = await start(endpoint.url, [echo]);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "done" });
    expect(echo.calls).toEqual([{ text: "short" }]);
    const refused = events.find((event) => event.type === "tool_result");
    expect(refused).toMatchObject({
      status: "error",
      text: expect.stringMatching(/output limit.*Issue the call again/s),
    });
  });

  it("PRV-01: an agent whose calls never come whole fails and says so", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint(
      () => calls([{ name: "echo", args: '{"text": "cut he' }], { finishReason: "length" }),
      strict,
    );
    await using test = await start(endpoint.url, [echo]);
    const { result } = await test.run();
    expect(result).toMatchObject({ status: "failed", error: { code: "ANTLER_MODEL_CALLS_FAULTY" } });
    expect(echo.calls).toEqual([]);
    expect(endpoint.requests).toHaveLength(4);
  });

  it.each([true, false])(
    "PRV-06, MSG-12: arguments that are no JSON come back with the reason (streamed: %s)",
    async (streaming) => {
      const echo = recordedTool("echo");
      await using endpoint = await openAiEndpoint([calls([{ name: "echo", args: '{"text": "a",}' }]), "done"], strict);
      await using test = await start(endpoint.url, [echo], QUICK, streaming);
      const { result, events } = await test.run();
      expect(result).toMatchObject({ status: "completed", text: "done" });
      expect(echo.calls).toEqual([]);
      const text = events.flatMap((event) => (event.type === "tool_result" ? [event.text] : [])).join();
      expect(text).toMatch(/not valid JSON.*"required":\["text"\]/s);
    },
  );

  it.each([true, false])("PRV-05: '' for a tool without parameters is {} (streamed: %s)", async (streaming) => {
    const ping = recordedTool("ping", () => "pong", { type: "object", properties: {} });
    await using endpoint = await openAiEndpoint([calls([{ name: "ping", args: "" }]), "done"], strict);
    await using test = await start(endpoint.url, [ping], QUICK, streaming);
    expect((await test.run()).result).toMatchObject({ status: "completed", text: "done" });
    expect(ping.calls).toEqual([{}]);
  });

  it("PRV-03: fragments of a call without an index make one call", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint(
      [calls([{ name: "echo", args: { text: "in two parts" } }], { withoutIndexes: true }), "done"],
      strict,
    );
    await using test = await start(endpoint.url, [echo]);
    expect((await test.run()).result.status).toBe("completed");
    expect(echo.calls).toEqual([{ text: "in two parts" }]);
  });

  it("answers arguments that do not match the schema with what is wrong, and runs the sibling call", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint(
      [
        calls([
          { name: "echo", args: { txt: 1 } },
          { name: "echo", args: { text: "fine" } },
        ]),
        "done",
      ],
      strict,
    );
    await using test = await start(endpoint.url, [echo]);
    const { events } = await test.run();
    expect(echo.calls).toEqual([{ text: "fine" }]);
    const results = events.filter((event) => event.type === "tool_result");
    expect(results.map((event) => event.status)).toEqual(["error", "success"]);
    expect(results[0]?.text).toMatch(/do not match:.*text/s);
  });

  it("MSG-11: a call without name and id is answered with what is wrong, and is never sent back so", async () => {
    await using endpoint = await openAiEndpoint([calls([{ name: "", args: {}, id: "" }]), "done"], strict);
    await using test = await start(endpoint.url);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "done" });
    expect(events.find((event) => event.type === "tool_result")).toMatchObject({
      status: "error",
      text: expect.stringContaining("no tool name"),
    });
  });

  it("PRV-23, ERR-008: a call of an unknown tool is answered with the tools there are", async () => {
    await using endpoint = await openAiEndpoint([calls([{ name: "nope", args: {} }]), "done"], strict);
    await using test = await start(endpoint.url);
    const { result, events } = await test.run();
    expect(result.text).toBe("done");
    expect(events.find((event) => event.type === "tool_result")).toMatchObject({
      text: expect.stringContaining("echo"),
    });
  });
});

describe("the gate", () => {
  it("runs a call whose tool name only has spaces around it", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint([calls([{ name: " echo\n", args: { text: "a" } }]), "done"], strict);
    await using test = await start(endpoint.url, [echo]);
    expect((await test.run()).result.text).toBe("done");
    expect(echo.calls).toEqual([{ text: "a" }]);
  });

  it("keeps a faulty call from running also when a middleware rewrites the message", async () => {
    const ping = recordedTool("ping", () => "pong", { type: "object", properties: {} });
    await using endpoint = await openAiEndpoint([calls([{ name: "ping", args: "{broken" }]), "done"], strict);
    const rewriting = middlewarePlugin({
      name: "rewrite",
      stage: "gate",
      create: () => ({
        name: "rewrite",
        afterModel: ({ messages }: { readonly messages: readonly BaseMessage[] }) => {
          const last = messages.at(-1) as AIMessage;
          return {
            messages: [new AIMessage({ id: last.id ?? "", content: last.content, tool_calls: last.tool_calls ?? [] })],
          };
        },
      }),
    });
    await using test = await testPlatform(openAiConfig(endpoint.url), [toolsPlugin(ping), rewriting]);
    expect((await test.run()).result.text).toBe("done");
    expect(ping.calls).toEqual([]);
  });

  it("does not tell the schema of a deferred tool that was not promoted", async () => {
    const hidden = recordedTool("hidden", () => "x", TEXT_PARAMETERS);
    const deferring = pluginOf("deferring", (host) =>
      host.provide(LATE_TOOL_PROVIDER, { name: "deferring", extend: () => ({ offers: [], deferred: ["hidden"] }) }),
    );
    await using endpoint = await openAiEndpoint([calls([{ name: "hidden", args: { wrong: 1 } }]), "done"], strict);
    await using test = await testPlatform(openAiConfig(endpoint.url), [toolsPlugin(hidden), deferring]);
    const { events } = await test.run();
    const text = events.flatMap((event) => (event.type === "tool_result" ? [event.text] : [])).join();
    expect(text).toContain("not loaded yet");
    expect(text).not.toContain("required");
    expect(hidden.calls).toEqual([]);
  });
});

describe("answers that say nothing", () => {
  it("MSG-16: an empty answer is asked again", async () => {
    await using endpoint = await openAiEndpoint(
      [calls([{ name: "echo", args: { text: "a" } }]), message(""), "there"],
      strict,
    );
    await using test = await start(endpoint.url);
    expect((await test.run()).result).toMatchObject({ status: "completed", text: "there", turns: 2 });
  });

  it("MSG-16: empty answers end as a failure, never as an empty success", async () => {
    await using endpoint = await openAiEndpoint(() => message(""), strict);
    await using test = await start(endpoint.url);
    const { result } = await test.run();
    expect(result).toMatchObject({ status: "failed", error: { code: "ANTLER_MODEL_EMPTY_ANSWER" } });
    expect(endpoint.requests).toHaveLength(3);
  });

  it("PRV-21: an answer that the output limit cut says so in its stop reason", async () => {
    await using endpoint = await openAiEndpoint([message("half an ans", { finishReason: "length" })], strict);
    await using test = await start(endpoint.url);
    expect((await test.run()).result).toMatchObject({ status: "completed", stopReason: "output_capped" });
  });
});

describe("in a subagent", () => {
  it("PRV-21: a final answer that the output limit cut says so in the task's outcome", async () => {
    await using endpoint = await openAiEndpoint(({ body }) => {
      const isLead = body.tools?.some((tool) => tool.function.name === "task") ?? false;
      if (!isLead) return message("half an ans", { finishReason: "length" });
      const task = { description: "d", prompt: "p", subagent_type: "general-purpose" };
      return body.messages.at(-1)?.role === "tool" ? "done" : calls([{ name: "task", args: task }]);
    }, strict);
    await using test = await start(endpoint.url);
    const { events } = await test.run();
    expect(events.find((event) => event.type === "task_completed")).toMatchObject({ stop_reason: "output_capped" });
  });
});

describe("calls that fail", () => {
  const broken: readonly (readonly [what: string, answer: EndpointAnswer, streaming: boolean])[] = [
    ["PRV-08: a 200 without choices", noChoices(), false],
    ["PRV-08: a stream without choices", { kind: "events", events: [{ id: "x", choices: [] }], end: "done" }, true],
    ["a body that is cut", cutBody(), false],
    ["PRV-11: a stream that ends without a finish reason", brokenStream(["half an ans"], "close"), true],
    ["a stream that breaks", brokenStream(["half "], "reset"), true],
    ["a connection that breaks at once", { kind: "reset" }, true],
    ["status 503", httpError(503, "overloaded"), true],
    ["ERR-046: status 429", httpError(429, "slow down"), true],
  ];
  it.each(broken)("%s is tried again, and told", async (_, answer, streaming) => {
    await using endpoint = await openAiEndpoint([answer, "whole"], strict);
    await using test = await start(endpoint.url, undefined, QUICK, streaming);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "whole", turns: 1 });
    expect(events.filter((event) => event.type === "llm_retry")).toMatchObject([
      { agent: "lead", task_id: null, model: "main", attempt: 1, max_attempts: 3 },
    ]);
  });

  it.each(broken)("%s without end fails with host and next step", async (_, answer, streaming) => {
    await using endpoint = await openAiEndpoint(() => answer, strict);
    await using test = await start(endpoint.url, undefined, QUICK, streaming);
    const { result } = await test.run();
    expect(result.status).toBe("failed");
    expect(result.error).toMatchObject({ code: "ANTLER_MODEL_FAILED", hint: expect.stringMatching(/\w/) });
    expect(result.error?.message).toContain(new URL(endpoint.url).host);
    expect(endpoint.requests).toHaveLength(3);
  });

  it.each([
    ["PRV-16: status 400", httpError(400, "bad schema")],
    ["PRV-16: status 401", httpError(401, "wrong key")],
    ["ERR-043: an exhausted quota", httpError(429, "You exceeded your current quota", { code: "insufficient_quota" })],
    ["a web page", htmlPage()],
  ])("%s is asked once", async (_, answer) => {
    await using endpoint = await openAiEndpoint(() => answer, strict);
    await using test = await start(endpoint.url);
    expect((await test.run()).result).toMatchObject({ status: "failed", error: { code: "ANTLER_MODEL_FAILED" } });
    expect(endpoint.requests).toHaveLength(1);
  });

  it("PRV-14, ERR-048: waits as long as Retry-After asks", async () => {
    await using endpoint = await openAiEndpoint(
      [httpError(429, "slow", { headers: { "retry-after": "1" } }), "ok"],
      strict,
    );
    await using test = await start(endpoint.url);
    const { result, events } = await test.run();
    expect(result.text).toBe("ok");
    expect(events.find((event) => event.type === "llm_retry")).toMatchObject({ wait_ms: 1000, reason: "transient" });
    const [first, second] = endpoint.requests;
    expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it("PRV-17: a stream that stalls after the first chunk is ended and tried again", async () => {
    await using endpoint = await openAiEndpoint([brokenStream(["half "], "stall"), "whole"], strict);
    const quick = "resilience: { model_errors: { base_delay_ms: 1, stall_timeout_seconds: 1 } }\n";
    await using test = await start(endpoint.url, undefined, quick);
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "whole" });
    expect(events.find((event) => event.type === "llm_retry")).toMatchObject({ reason: "stall" });
  });

  it("ERR-050: a run that is cancelled does not wait for its retry", async () => {
    await using endpoint = await openAiEndpoint(
      () => httpError(503, "x", { headers: { "retry-after": "30" } }),
      strict,
    );
    await using test = await start(endpoint.url);
    const cancel = new AbortController();
    const running = test.platform.run({
      prompt: "go",
      signal: cancel.signal,
      onEvent: (event) => {
        if (event.type === "llm_retry") cancel.abort();
      },
    });
    expect((await running).status).toBe("cancelled");
    expect(endpoint.requests).toHaveLength(1);
  });

  it("asks a fallback model when the first one has failed for good", async () => {
    await using down = await openAiEndpoint(() => httpError(401, "wrong key"), strict);
    await using up = await openAiEndpoint(["from the other one"], strict);
    await using test = await testPlatform(
      `models:
  - { name: main, use: openai, model: a, base_url: "${down.url}", api_key: none }
  - { name: spare, use: openai, model: b, base_url: "${up.url}", api_key: none }
resilience: { model_errors: { fallback_models: [spare] } }
`,
    );
    const { result, events } = await test.run();
    expect(result).toMatchObject({ status: "completed", text: "from the other one" });
    expect(events.find((event) => event.type === "llm_retry")).toMatchObject({ model: "spare", reason: "auth" });
  });

  it("PRV-09: chunks that carry only usage, with empty, null or no choices, do no harm", async () => {
    const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
    await using endpoint = await openAiEndpoint(
      [
        {
          kind: "events",
          end: "done",
          events: [
            streamEvent({ role: "assistant", content: "hi" }),
            streamEvent({}, "stop"),
            { choices: null },
            { id: "x" },
            { choices: [], usage },
          ],
        },
      ],
      strict,
    );
    await using test = await start(endpoint.url);
    expect((await test.run()).result).toMatchObject({
      status: "completed",
      text: "hi",
      usage: { input_tokens: 7, output_tokens: 2 },
    });
  });

  it("MSG-13: completions that all have one id do not replace each other", async () => {
    await using endpoint = await openAiEndpoint(
      [calls([{ name: "echo", args: { text: "a" }, id: "c" }], { id: "x" }), message("done", { id: "x" }), "later"],
      strict,
    );
    await using test = await start(endpoint.url);
    await test.run("first", { threadId: "t" });
    await test.run("second", { threadId: "t" });
    const roles = endpoint.requests[2]?.body.messages.map((entry) => entry.role) ?? [];
    expect(roles.filter((role) => role !== "system")).toEqual(["user", "assistant", "tool", "assistant", "user"]);
  });

  it("PRV-22: what a middleware inside adds to the prompt is there once in the second attempt", async () => {
    await using endpoint = await openAiEndpoint([httpError(503, "overloaded"), "ok"], strict);
    const addition = middlewarePlugin({
      name: "extra",
      stage: "final",
      after: ["resilience:model-errors"],
      create: () => ({
        name: "extra",
        wrapModelCall: (request, handler) =>
          handler({ ...request, systemMessage: request.systemMessage.concat(new SystemMessage("EXTRA")) }),
      }),
    });
    await using test = await testPlatform(openAiConfig(endpoint.url), [addition]);
    expect((await test.run()).result.text).toBe("ok");
    expect(endpoint.requests).toHaveLength(2);
    for (const { body } of endpoint.requests) expect(JSON.stringify(body.messages[0]).split("EXTRA")).toHaveLength(2);
  });
});
