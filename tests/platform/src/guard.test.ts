import { LATE_TOOL_PROVIDER, TOOL_FILTER, TOOL_PROVIDER } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { AIMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { echoTool, middlewarePlugin, platformOf, pluginOf, runOnce, toolsPlugin } from "./fixture.js";

describe("the policy guard", () => {
  it("refuses a call of a tool that a filter removed, while its sibling runs", async () => {
    const kept = echoTool("kept");
    const removed = echoTool("removed");
    const model = scriptedModel(({ turn }) =>
      turn === 0
        ? {
            calls: [
              { name: "removed", args: { text: "x" } },
              { name: "kept", args: { text: "y" } },
              { name: "unheard_of", args: {} },
            ],
          }
        : "done",
    );
    const platform = await platformOf(model, [
      toolsPlugin("tools", kept, removed),
      pluginOf("layer", (host) =>
        host.provide(TOOL_FILTER, {
          name: "no-removed",
          judge: (tool) =>
            tool.name === "removed"
              ? { allow: false, code: "ANTLER_TEST_REMOVED", reason: "tests say so" }
              : { allow: true },
        }),
      ),
    ]);
    const { events } = await runOnce(platform);
    const results = events.filter((event) => event.type === "tool_result");
    expect(results.map(({ name, status }) => [name, status])).toEqual(
      expect.arrayContaining([
        ["removed", "error"],
        ["kept", "success"],
        ["unheard_of", "error"],
      ]),
    );
    expect(results.find(({ name }) => name === "removed")?.text).toContain("tests say so");
    expect(removed.calls).toEqual([]);
    expect(kept.calls).toEqual(["y"]);
    expect(model.requests[0]?.tools).toEqual(["kept"]);
    await platform.stop();
  });

  it("keeps a tool from running that a middleware tries to bring in", async () => {
    const model = scriptedModel(["done"]);
    const platform = await platformOf(model, [
      middlewarePlugin("smuggler", {
        name: "smuggler",
        stage: "tools",
        create: () => ({ name: "smuggler", tools: [{ name: "smuggled" }] }) as never,
      }),
    ]);
    const { result } = await runOnce(platform);
    expect(result.error).toMatchObject({ code: "ANTLER_MIDDLEWARE_TOOLS" });
    expect(result.error?.message).toContain("[plugin smuggler]");
    await platform.stop();
  });

  it("turns a throwing tool into an error message the model can act on", async () => {
    const failing = { ...echoTool(), run: () => Promise.reject(new Error("disk full")) };
    const model = scriptedModel(({ turn, messages }) =>
      turn === 0 ? { calls: [{ name: "echo", args: { text: "x" } }] } : String(messages.at(-1)?.text),
    );
    const platform = await platformOf(model, [toolsPlugin("tools", failing)]);
    expect((await runOnce(platform)).result.text).toContain("disk full");
    await platform.stop();
  });

  it("MSG-13 and SUB-12: gives answers and calls ids of their own when a provider repeats them", async () => {
    const tool = echoTool();
    const model = scriptedModel(({ turn }) =>
      turn < 2
        ? new AIMessage({
            id: "x",
            content: "",
            tool_calls: [{ name: "echo", args: { text: `${turn}` }, id: "call_0" }],
          })
        : new AIMessage({ id: "x", content: "done" }),
    );
    const platform = await platformOf(model, [toolsPlugin("tools", tool)]);
    const { result } = await runOnce(platform);
    expect(result.text).toBe("done");
    expect(tool.calls).toEqual(["0", "1"]);
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last.map((message) => message.getType())).toEqual(["system", "human", "ai", "tool", "ai", "tool"]);
    expect(new Set(last.map((message) => message.id)).size).toBe(last.length);
    await platform.stop();
  });

  it("SYS-009: sends one system message, first, when a middleware adds another", async () => {
    const { SystemMessage } = await import("@langchain/core/messages");
    const model = scriptedModel(["done"]);
    const platform = await platformOf(model, [
      middlewarePlugin("noter", {
        name: "noter",
        stage: "context",
        create: () => ({
          name: "noter",
          wrapModelCall: (request, handler) =>
            handler({ ...request, messages: [...request.messages, new SystemMessage("a note")] }),
        }),
      }),
    ]);
    await runOnce(platform);
    const systems = model.requests[0]?.messages.filter((message) => message.getType() === "system") ?? [];
    expect(systems).toHaveLength(1);
    expect(systems[0]).toBe(model.requests[0]?.messages[0]);
    expect(systems[0]?.text).toMatch(/lead agent[\s\S]*\n\na note$/);
    await platform.stop();
  });

  it("names the plugin whose provider throws", async () => {
    const platform = await platformOf(scriptedModel(["done"]), [
      pluginOf("broken", (host) =>
        host.provide(TOOL_PROVIDER, {
          name: "broken-provider",
          list: () => {
            throw new Error("no list");
          },
        }),
      ),
    ]);
    const { result } = await runOnce(platform);
    expect(result.error).toMatchObject({ code: "ANTLER_TOOL_PROVIDER_FAILED" });
    expect(result.error?.message).toContain("[plugin broken]");
    await platform.stop();
  });
});

describe("what cannot slip past the layers", () => {
  const lateTools = (id: string, ...names: string[]) =>
    pluginOf(id, (host) =>
      host.provide(LATE_TOOL_PROVIDER, { name: id, extend: () => ({ offers: names.map((name) => echoTool(name)) }) }),
    );

  it.each([
    [
      "the name of a kept tool",
      [toolsPlugin("tools", echoTool("x")), lateTools("late", "x")],
      "ANTLER_LATE_TOOL_DUPLICATE",
    ],
    ["one name twice", [lateTools("one", "x"), lateTools("two", "x")], "ANTLER_LATE_TOOL_DUPLICATE"],
    ["the reserved name task", [lateTools("late", "task")], "ANTLER_TOOL_NAME_RESERVED"],
  ])("refuses late tools with %s", async (_, plugins, code) => {
    const platform = await platformOf(scriptedModel(["done"]), plugins);
    expect((await runOnce(platform)).result.error).toMatchObject({ code });
    await platform.stop();
  });

  it("refuses a call when a layer that judges calls gives no verdict", async () => {
    const tool = echoTool();
    const model = scriptedModel(({ turn, messages }) =>
      turn === 0 ? { calls: [{ name: "echo", args: { text: "x" } }] } : String(messages.at(-1)?.text),
    );
    const silent = pluginOf("silent", (host) =>
      host.provide(TOOL_FILTER, {
        name: "silent",
        judge: () => ({ allow: true }),
        judgeCall: () => undefined as never,
      }),
    );
    const platform = await platformOf(model, [toolsPlugin("tools", tool), silent]);
    expect((await runOnce(platform)).result.text).toContain('the layer "silent" gave no verdict');
    expect(tool.calls).toEqual([]);
    await platform.stop();
  });
});

it("refuses what a layer cannot judge because it throws, and says so", async () => {
  for (const judge of ["judgeNow", "judgeCall"] as const) {
    const tool = echoTool();
    const broken = pluginOf("broken", (host) =>
      host.provide(TOOL_FILTER, {
        name: "broken",
        judge: () => ({ allow: true }),
        [judge]: () => {
          throw new Error("no rules file");
        },
      }),
    );
    const script = scriptedModel([{ calls: [{ name: "echo", args: { text: "x" } }] }, "done"]);
    const platform = await platformOf(script, [toolsPlugin("tools", tool), broken]);
    const { result, events } = await runOnce(platform);
    expect(result.status).toBe("completed");
    expect(tool.calls).toEqual([]);
    expect(script.requests[1]?.messages.at(-1)?.text).toContain('the layer "broken" threw: no rules file');
    expect(events.filter((event) => event.type === "warning")).toMatchObject([{ code: "ANTLER_FILTER_SILENT" }]);
    await platform.stop();
  }
});

it("names the plugin whose middleware cannot be created", async () => {
  const broken = middlewarePlugin("broken", {
    name: "broken",
    stage: "context",
    create: () => {
      throw new Error("no key");
    },
  });
  const platform = await platformOf(scriptedModel(["done"]), [broken]);
  expect((await runOnce(platform)).result.error).toMatchObject({
    code: "ANTLER_MIDDLEWARE_FAILED",
    message: '[plugin broken] middleware "broken" threw in create: no key',
  });
  await platform.stop();
});

it("names the plugin whose wrapper returns nothing; a tool's wrapper costs only the calls", async () => {
  const forgetful = (wrapper: "wrapModelCall" | "wrapToolCall") =>
    middlewarePlugin("forgetful", {
      name: "forgetful",
      stage: "context",
      create: () => ({ name: "forgetful", [wrapper]: () => undefined }) as never,
    });
  const model = scriptedModel([{ calls: [1, 2].map((n) => ({ name: "echo", args: { text: `${n}` } })) }, "done"]);
  const tools = await platformOf(model, [toolsPlugin("tools", echoTool()), forgetful("wrapToolCall")]);
  expect((await runOnce(tools)).result).toMatchObject({ status: "completed", text: "done" });
  expect(model.requests[1]?.messages.at(-1)?.text).toContain(
    'middleware "forgetful" returned nothing from wrapToolCall',
  );
  await tools.stop();
  const models = await platformOf(scriptedModel(["done"]), [forgetful("wrapModelCall")]);
  expect((await runOnce(models)).result.error).toMatchObject({
    code: "ANTLER_MIDDLEWARE_FAILED",
    message: '[plugin forgetful] middleware "forgetful" returned nothing from wrapModelCall',
  });
  await models.stop();
});

it("a run that is cancelled while a middleware is created ends at once", async () => {
  const controller = new AbortController();
  const endless = middlewarePlugin("endless", {
    name: "endless",
    stage: "context",
    create: () => {
      controller.abort();
      return new Promise(() => undefined);
    },
  });
  const platform = await platformOf(scriptedModel(["done"]), [endless]);
  expect((await runOnce(platform, "go", { signal: controller.signal })).result.status).toBe("cancelled");
  await platform.stop();
});

it("a run that is cancelled while a provider lists its tools ends at once", async () => {
  const controller = new AbortController();
  const platform = await platformOf(scriptedModel(["done"]), [
    pluginOf("slow", (host) =>
      host.provide(TOOL_PROVIDER, {
        name: "slow",
        list: () => {
          controller.abort();
          return new Promise(() => undefined);
        },
      }),
    ),
  ]);
  expect((await runOnce(platform, "go", { signal: controller.signal })).result.status).toBe("cancelled");
  await platform.stop();
});

it("tells a warning that every agent finds once in a run", async () => {
  const warning = { code: "ANTLER_TEST_TWICE" as const, message: "the server is down" };
  const lister = (id: string) =>
    pluginOf(id, (host) =>
      host.provide(TOOL_PROVIDER, { name: id, list: () => ({ offers: [], warnings: [warning] }) }),
    );
  const platform = await platformOf(scriptedModel(["done"]), [lister("one"), lister("two")]);
  expect((await runOnce(platform)).events.filter((event) => event.type === "warning")).toHaveLength(1);
  await platform.stop();
});
