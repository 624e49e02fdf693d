import { calls, type EndpointRequest, message, openAiEndpoint } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { openAiConfig, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const PROMPT = "You count reefs.";
const TYPES = `subagents:
  custom_agents:
    counter: { description: Counts., system_prompt: "${PROMPT}", max_turns: 3 }
`;
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
const TASK = { description: "count", prompt: "Count.", subagent_type: "counter" };
const isChild = ({ body }: EndpointRequest): boolean => JSON.stringify(body.messages[0]).includes(PROMPT);
const offersTools = ({ body }: EndpointRequest): boolean => (body.tools?.length ?? 0) > 0;
const lastRole = ({ body }: EndpointRequest): unknown => body.messages.at(-1)?.role;

describe("what a subagent asks of the endpoint", () => {
  it.each([
    ["says nothing", "", /^Task failed \(capped: turn budget\)\. Error: /],
    ["has spoken before", "found A", /^Task Succeeded \(capped: turn budget\)\. Result: found A$/],
  ])("is max_turns calls with tools and one without, also where that one %s", async (_, earlier, expected) => {
    await using endpoint = await openAiEndpoint((request) => {
      if (!isChild(request)) return lastRole(request) === "tool" ? "done" : calls([{ name: "task", args: TASK }]);
      return offersTools(request) ? calls([{ name: "echo", args: { text: "x" } }], { text: earlier }) : message("");
    });
    await using test = await testPlatform(openAiConfig(endpoint.url) + TYPES, [toolsPlugin(recordedTool("echo"))]);
    const { events } = await test.run();
    const asked = endpoint.requests.filter(isChild);
    expect(asked.map(offersTools)).toEqual([true, true, true, false]);
    const answered = events.find((event) => event.type === "tool_result" && event.name === "task");
    expect(answered).toMatchObject({ text: expect.stringMatching(expected) });
  });

  it("is counted once, in the task and in the run, although every answer was empty and the task failed", async () => {
    await using endpoint = await openAiEndpoint((request) => {
      if (isChild(request)) return message("", { usage: USAGE });
      return lastRole(request) === "tool"
        ? message("done", { usage: USAGE })
        : calls([{ name: "task", args: TASK }], { usage: USAGE });
    });
    await using test = await testPlatform(openAiConfig(endpoint.url) + TYPES);
    const { result, events } = await test.run();
    const spent = endpoint.requests.filter(isChild).length * USAGE.total_tokens;
    expect(spent).toBeGreaterThan(0);
    expect(events.find((event) => event.type === "task_failed")).toMatchObject({ usage: { total_tokens: spent } });
    expect(result.usage.total_tokens).toBe(endpoint.requests.length * USAGE.total_tokens);
  });

  it("SUB-12: gives two results where one streamed answer has two calls of one id", async () => {
    await using endpoint = await openAiEndpoint((request) => {
      if (isChild(request)) return `did ${String(request.body.messages.at(-1)?.content)}`;
      if (lastRole(request) === "tool") return "done";
      return calls(["P1", "P2"].map((prompt) => ({ name: "task", id: "same", args: { ...TASK, prompt } })));
    });
    await using test = await testPlatform(openAiConfig(endpoint.url) + TYPES);
    const { events } = await test.run();
    const results = events.filter((event) => event.type === "tool_result");
    expect(results.map(({ text }) => text).sort()).toEqual([
      "Task Succeeded. Result: did P1",
      "Task Succeeded. Result: did P2",
    ]);
    expect(new Set(results.map(({ call_id }) => call_id)).size).toBe(2);
  });
});
