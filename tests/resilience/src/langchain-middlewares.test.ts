import { checkConfig, orderMiddleware } from "@antler/core";
import { MIDDLEWARE } from "@antler/plugin-api";
import { calls, modelPlugin, openAiEndpoint, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { DEFAULTS, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const MODELS = "models: [{ name: main, use: fake }, { name: spare, use: fake }]\n";
const MANY = `middlewares:
  - { use: "langchain:modelCallLimitMiddleware", options: { runLimit: 20 } }
  - { use: "langchain:toolCallLimitMiddleware", options: { runLimit: 20 } }
  - { use: "langchain:toolCallLimitMiddleware", options: { toolName: echo, runLimit: 2 } }
  - { use: "langchain:modelRetryMiddleware", options: { maxRetries: 1, initialDelayMs: 1 } }
  - { use: "langchain:modelFallbackMiddleware", options: { models: [spare] } }
  - { use: "langchain:toolRetryMiddleware", options: { maxRetries: 1, initialDelayMs: 1 } }
  - { use: "langchain:summarizationMiddleware", options: { trigger: { tokens: 100000 } } }
  - { use: "langchain:contextEditingMiddleware", options: { edits: [{ trigger: { tokens: 100000 } }] } }
  - { use: "langchain:todoListMiddleware" }
  - { use: "langchain:piiMiddleware", options: { type: email, strategy: redact } }
  - { use: "langchain:piiMiddleware", options: { type: ssn, detector: "\\\\d{3}-\\\\d{2}-\\\\d{4}", strategy: mask } }
  - { use: "langchain:llmToolSelectorMiddleware", options: { maxTools: 3, alwaysInclude: [write_todos] } }
  - { use: "langchain:toolEmulatorMiddleware", options: { tools: [pretend] } }
`;

describe("langchain's own middlewares, by name", () => {
  it("eleven of them work together with ours in one run, each doing its part", async () => {
    const flaky = recordedTool("flaky", () => {
      if (flaky.calls.length === 1) throw new Error("once");
      return "second time lucky";
    });
    const echo = recordedTool("echo", ({ text }) => `echo ${String(text)}`);
    await using endpoint = await openAiEndpoint(({ body }) => {
      if (body["response_format"] !== undefined) return '{"tools": ["echo", "flaky", "pretend"]}';
      if (String(body.messages[0]?.content).includes("emulating a tool call")) return "an emulated result";
      switch (body.messages.filter((message) => message.role === "assistant").length) {
        case 0:
          return calls([
            { name: "write_todos", args: { todos: [{ content: "try", status: "in_progress" }] } },
            { name: "flaky", args: { text: "x" } },
          ]);
        case 1:
          return calls(["pretend", "echo", "echo"].map((name, index) => ({ name, args: { text: String(index) } })));
        case 2:
          return calls(["echo", "flaky"].map((name) => ({ name, args: { text: "3" } })));
        default:
          return "all done";
      }
    });
    const entry = (name: string): string =>
      `{ name: ${name}, use: openai, model: m, base_url: "${endpoint.url}", api_key: none }`;
    await using test = await testPlatform(`models: [${entry("main")}, ${entry("spare")}]\n${MANY}`, [
      toolsPlugin(echo, flaky, recordedTool("pretend"), recordedTool("never_offered")),
    ]);
    const { result, events } = await test.run("write to me@example.com about 123-45-6789");
    expect(result).toMatchObject({ status: "completed", text: "all done" });
    const results = events.filter((event) => event.type === "tool_result");
    expect(results.find((event) => event.name === "flaky")).toMatchObject({
      status: "success",
      text: "second time lucky",
    });
    expect(results.find((event) => event.name === "pretend")?.text).toBe("an emulated result");
    expect(results.find((event) => event.name === "write_todos")?.text).toContain("Updated todo list");
    expect(echo.calls).toEqual([{ text: "1" }, { text: "2" }]);
    expect(JSON.stringify(endpoint.requests.at(-1)?.body.messages)).toMatch(/Tool call limit exceeded/);
    const own = endpoint.requests.filter(({ body }) => body.tools !== undefined);
    expect(own.length).toBe(4);
    for (const { body } of own) {
      expect(body.tools?.map((tool) => tool.function.name)).toEqual(["echo", "flaky", "pretend", "write_todos"]);
      expect(JSON.stringify(body.messages[0])).toContain("write_todos");
      expect(JSON.stringify(body.messages)).not.toMatch(/me@example\.com|123-45-6789/);
    }
  });

  it("stand in one order with ours, as `antler plugins inspect` prints it", async () => {
    await using test = await testPlatform(MODELS + MANY, [modelPlugin("fake", scriptedModel([]))]);
    const order = orderMiddleware(test.platform.services.all(MIDDLEWARE)).map(({ name }) => name);
    expect(order.filter((name) => name.startsWith("langchain:") || name.startsWith("resilience:"))).toEqual([
      "resilience:tool-call-gate",
      "langchain:piiMiddleware",
      "langchain:piiMiddleware#2",
      "resilience:history-repair",
      "resilience:framing",
      "resilience:tool-output",
      "resilience:summarization",
      "langchain:summarizationMiddleware",
      "langchain:contextEditingMiddleware",
      "langchain:toolRetryMiddleware",
      "langchain:todoListMiddleware",
      "langchain:llmToolSelectorMiddleware",
      "langchain:toolEmulatorMiddleware",
      "resilience:loop-detection",
      "langchain:modelCallLimitMiddleware",
      "langchain:toolCallLimitMiddleware",
      "langchain:toolCallLimitMiddleware#2",
      "resilience:model-errors",
      "langchain:modelRetryMiddleware",
      "langchain:modelFallbackMiddleware",
    ]);
  });

  it("modelCallLimitMiddleware ends the run at its limit", async () => {
    const model = scriptedModel(({ call }) => ({ calls: [{ name: "echo", args: { text: String(call) } }] }));
    await using test = await testPlatform(
      `${MODELS}middlewares: [{ use: "langchain:modelCallLimitMiddleware", options: { runLimit: 3, exitBehavior: end } }]\n`,
      [modelPlugin("fake", model), toolsPlugin(recordedTool("echo"))],
    );
    await test.run();
    expect(model.requests).toHaveLength(3);
  });

  it("a tool that a middleware carries goes through the filters, and without it the middleware stays away", async () => {
    const model = scriptedModel(["done"]);
    await using test = await testPlatform(
      `${MODELS}lead: { disallowed_tools: [write_todos] }\nmiddlewares: [{ use: "langchain:todoListMiddleware" }]\n`,
      [modelPlugin("fake", model)],
    );
    await test.run();
    expect(model.requests[0]?.tools).not.toContain("write_todos");
    expect(model.requests[0]?.messages[0]?.text).not.toContain("write_todos");
  });

  it("can be kept to the lead", async () => {
    const model = scriptedModel(({ tools, turn }) =>
      tools.includes("task") && turn === 0
        ? { calls: [{ name: "task", args: { description: "d", prompt: "p", subagent_type: "general-purpose" } }] }
        : "done",
    );
    await using test = await testPlatform(
      `${MODELS}middlewares: [{ use: "langchain:todoListMiddleware", agents: [lead] }]\n`,
      [modelPlugin("fake", model)],
    );
    await test.run();
    expect(model.requests.map(({ tools }) => tools.includes("write_todos"))).toEqual([true, false, true]);
  });

  it.each([
    [
      "an unknown name",
      'use: "langchain:modelCalLimitMiddleware"',
      "ANTLER_LANGCHAIN_MIDDLEWARE_UNKNOWN",
      /Did you mean "langchain:modelCallLimit/,
    ],
    [
      "one that a file cannot configure",
      'use: "langchain:dynamicSystemPromptMiddleware"',
      "ANTLER_LANGCHAIN_MIDDLEWARE_UNKNOWN",
      /./,
    ],
    [
      "an unknown model",
      'use: "langchain:modelFallbackMiddleware", options: { models: [spar] }',
      "ANTLER_LANGCHAIN_MIDDLEWARE_MODEL",
      /Did you mean "spare"/,
    ],
  ])("%s is told with its line", async (_, entry, code, hint) => {
    const problems = await checkConfig({
      configFile: "config.yaml",
      configText: `${MODELS}middlewares:\n  - { ${entry} }\n`,
      defaultPlugins: [...DEFAULTS, { id: "fake", load: async () => modelPlugin("fake", scriptedModel([])) as never }],
    });
    expect(problems).toMatchObject([
      { severity: "error", code, position: { line: 3 }, hint: expect.stringMatching(hint) },
    ]);
  });

  it("options that langchain refuses end the run with the entry's place", async () => {
    await using test = await testPlatform(
      `${MODELS}middlewares: [{ use: "langchain:modelRetryMiddleware", options: { maxRetries: -1 } }]\n`,
      [modelPlugin("fake", scriptedModel(["done"]))],
    );
    expect((await test.run()).result).toMatchObject({
      status: "failed",
      error: { code: "ANTLER_LANGCHAIN_MIDDLEWARE_OPTIONS" },
    });
  });
});
