import { TOOL_FILTER, TOOL_PROVIDER } from "@antler/plugin-api";
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
