import { checkConfig } from "@antler/core";
import { calls, modelPlugin, openAiEndpoint, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { openAiConfig, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";
const again = { calls: [{ name: "echo", args: { text: "same" } }] };

describe("a model that repeats itself", () => {
  it("ERR-020, ERR-027, MSG-03, MSG-04: is warned behind the results, then gives one last answer without tools", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint(
      ({ body }) =>
        body.tools === undefined ? "what I have so far" : calls([{ name: "echo", args: { text: "same" } }]),
      { strict: true },
    );
    await using test = await testPlatform(openAiConfig(endpoint.url), [toolsPlugin(echo)]);
    const { result, events } = await test.run();
    expect(result).toMatchObject({
      status: "completed",
      text: "what I have so far",
      stopReason: "loop_capped",
      turns: 5,
    });
    expect(echo.calls).toHaveLength(4);
    const warned = endpoint.requests.map(({ body }) =>
      body.messages.filter((message) => String(message.content).startsWith("[LOOP DETECTED]")),
    );
    expect(warned.map((messages) => messages.length)).toEqual([0, 0, 0, 1, 0, 0]);
    expect(endpoint.requests[3]?.body.messages.at(-1)).toMatchObject({ role: "user", name: "loop_warning" });
    expect(events.filter((event) => event.type === "warning" && event.code === "ANTLER_LOOP_STOPPED")).toHaveLength(1);
  });

  it("is watched also where arguments came as null, and is told what is wrong with them", async () => {
    const echo = recordedTool("echo");
    await using endpoint = await openAiEndpoint([calls([{ name: "echo", args: "null" }]), "done"]);
    const config = openAiConfig(endpoint.url).replace("api_key: none", "api_key: none, streaming: false");
    await using test = await testPlatform(config, [toolsPlugin(echo)]);
    expect((await test.run()).result).toMatchObject({ status: "completed", text: "done" });
    expect(endpoint.requests[1]?.body.messages.at(-1)?.content).toContain("it came without arguments");
    expect(echo.calls).toEqual([]);
  });

  it("is left alone with a tool that polls", async () => {
    const poll = { ...recordedTool("poll"), polls: true };
    const model = scriptedModel(({ turn }) =>
      turn < 12 ? { calls: [{ name: "poll", args: { text: "?" } }] } : "ready",
    );
    await using test = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(poll)]);
    expect((await test.run()).result).toMatchObject({ text: "ready", stopReason: null, turns: 13 });
  });

  it("may run the same test after every edit: changing results are progress", async () => {
    let runs = 0;
    const check = recordedTool("check", () => `${++runs} of 8 pass`);
    const edit = recordedTool("edit");
    const model = scriptedModel(({ turn }) => {
      if (turn >= 16) return "all pass";
      return {
        calls: [
          turn % 2 === 0 ? { name: "edit", args: { text: `v${turn}` } } : { name: "check", args: { text: "all" } },
        ],
      };
    });
    await using test = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(check, edit)]);
    expect((await test.run()).result).toMatchObject({ text: "all pass", stopReason: null });
  });

  it("in a subagent ends the task as capped with what it found", async () => {
    const model = scriptedModel(({ tools, turn }) => {
      if (tools.includes("task"))
        return turn === 0
          ? { calls: [{ name: "task", args: { description: "d", prompt: "p", subagent_type: "general-purpose" } }] }
          : "the lead went on";
      return tools.length === 0 ? "found this much" : again;
    });
    await using test = await testPlatform(FAKE, [modelPlugin("fake", model), toolsPlugin(recordedTool("echo"))]);
    const { result, events } = await test.run();
    expect(result.text).toBe("the lead went on");
    expect(events.find((event) => event.type === "task_completed")).toMatchObject({ stop_reason: "loop_capped" });
  });

  it("ERR-029: is not interfered with when the guard is off", async () => {
    const model = scriptedModel(({ turn }) => (turn < 8 ? again : "done"));
    await using test = await testPlatform(`${FAKE}resilience: { loop_detection: { enabled: false } }\n`, [
      modelPlugin("fake", model),
      toolsPlugin(recordedTool("echo")),
    ]);
    expect((await test.run()).result).toMatchObject({ text: "done", stopReason: null });
    expect(model.requests.flatMap(({ messages }) => messages).some((one) => one.text.includes("LOOP"))).toBe(false);
  });

  it("ERR-030: limits that contradict each other are refused with their line", async () => {
    const problems = await checkConfig({
      configFile: "config.yaml",
      configText: `${FAKE}resilience:\n  loop_detection:\n    warn_threshold: 3\n    hard_limit: 2\n`,
      defaultPlugins: [
        { id: "@antler/resilience", load: async () => (await import("@antler/resilience")).default as never },
        { id: "fake", load: async () => modelPlugin("fake", scriptedModel([])) as never },
      ],
    });
    expect(problems).toMatchObject([
      {
        severity: "error",
        code: "ANTLER_RESILIENCE_LIMITS",
        position: { line: 5 },
        message: expect.stringContaining("hard_limit (2)"),
      },
    ]);
  });
});
