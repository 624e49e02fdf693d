import { SANDBOX, type SandboxService, type ToolOutput } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { middlewarePlugin, pluginOf, recordedTool, testPlatform, toolsPlugin } from "./fixture.js";

const FAKE = "models: [{ name: main, use: fake }]\n";
const flood = (name: string, length: number) =>
  recordedTool(name, () => "0123456789".repeat(Math.ceil(length / 10)).slice(0, length));

/** A sandbox whose files are kept in memory. */
function memorySandbox(): { readonly files: Map<string, string>; readonly plugin: ReturnType<typeof pluginOf> } {
  const files = new Map<string, string>();
  const service = {
    name: "memory",
    open: async () => ({
      fs: {
        mkdir: async () => undefined,
        writeFile: async (path: string, data: string) => {
          files.set(path, data);
          return { etag: String(files.size) };
        },
      },
    }),
    shell: () => ({ available: false, reason: "memory", fix: "none" }),
  } as unknown as SandboxService;
  return { files, plugin: pluginOf("memory-sandbox", (host) => host.provide(SANDBOX, service)) };
}

async function lastResult(
  length: number,
  options: { readonly stored: boolean; readonly tool?: string; readonly config?: string },
) {
  const { tool = "web_search", config = "" } = options;
  const sandbox = memorySandbox();
  const model = scriptedModel([{ calls: [{ name: tool, args: { text: "x" }, id: "c1" }] }, "done"]);
  const plugins = [
    modelPlugin("fake", model),
    toolsPlugin(flood(tool, length)),
    ...(options.stored ? [sandbox.plugin] : []),
  ];
  await using test = await testPlatform(FAKE + config, plugins, ["@antler/sandbox"]);
  await test.run();
  return { text: model.requests[1]?.messages.at(-1)?.text ?? "", files: sandbox.files };
}

describe("the output budget", () => {
  it("ERR-031: leaves a result at the limit alone", async () => {
    const { text, files } = await lastResult(12_000, { stored: true });
    expect(text).toHaveLength(12_000);
    expect(files.size).toBe(0);
  });

  it("ERR-032: moves a longer one to a file and names it, with a preview and the size", async () => {
    const { text, files } = await lastResult(12_001, { stored: true });
    const path = "/mnt/user-data/outputs/.tool-results/web_search-c1.txt";
    expect(files.get(path)).toHaveLength(12_001);
    expect(text.length).toBeLessThan(3300);
    expect(text).toMatch(/^0123456789.*12001 chars.*read_file.*0$/s);
    expect(text).toContain(path);
  });

  it("keeps the results of parallel tasks apart, though providers repeat call ids", async () => {
    const sandbox = memorySandbox();
    const task = (prompt: string) => ({
      name: "task",
      args: { description: prompt, prompt, subagent_type: "general-purpose" },
    });
    const model = scriptedModel(({ turn, tools, messages }) => {
      if (turn > 0) return "done";
      if (tools.includes("task")) return { calls: [task("a"), task("b")] };
      return { calls: [{ name: "web_search", args: { text: messages.at(-1)?.text ?? "" }, id: "call_0" }] };
    });
    const search = recordedTool("web_search", ({ text }) => String(text).repeat(20_000));
    await using test = await testPlatform(
      FAKE,
      [modelPlugin("fake", model), toolsPlugin(search), sandbox.plugin],
      ["@antler/sandbox"],
    );
    await test.run();
    expect([...sandbox.files.values()].toSorted()).toEqual(["a".repeat(20_000), "b".repeat(20_000)]);
    for (const [path, text] of sandbox.files)
      expect(model.requests.some(({ messages }) => (messages.at(-1)?.text ?? "").includes(path))).toBe(text !== "");
  });

  it("ERR-034: cuts the middle where nothing can be stored", async () => {
    const { text } = await lastResult(40_000, { stored: false });
    expect(text.length).toBeLessThanOrEqual(30_000);
    expect(text).toMatch(/^0123.*\[\.\.\. \d+ chars omitted from web_search output.*6789$/s);
  });

  it("ERR-035: without storage, leaves what fits the fall-back limit alone", async () => {
    expect((await lastResult(20_000, { stored: false })).text).toHaveLength(20_000);
  });

  it("leaves tools that page themselves alone", async () => {
    expect((await lastResult(40_000, { stored: true, tool: "read_file" })).text).toHaveLength(40_000);
  });

  it("can be switched off", async () => {
    const config = "resilience: { tool_output: { enabled: false } }\n";
    expect((await lastResult(100_000, { stored: true, config })).text).toHaveLength(100_000);
  });

  it("shares the budget of a turn equally among parallel results", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `t${index}`);
    const model = scriptedModel([{ calls: names.map((name) => ({ name, args: { text: "x" } })) }, "done"]);
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      toolsPlugin(...names.map((name, index) => flood(name, index === 0 ? 5000 : 11_000))),
    ]);
    await test.run();
    const results = model.requests[1]?.messages.slice(-10).map((message) => message.text.length) ?? [];
    expect(results[0]).toBe(5000);
    expect(Math.max(...results)).toBeLessThanOrEqual(6000);
  });

  it("keeps what a tool changes besides its text", async () => {
    const sandbox = memorySandbox();
    const tool = {
      ...recordedTool("save"),
      run: (): ToolOutput => ({
        text: "y".repeat(20_000),
        artifact: { kept: true },
        metadata: { kind: "big" },
        update: { thread_data: null },
      }),
    };
    const model = scriptedModel([{ calls: [{ name: "save", args: { text: "x" } }] }, "done"]);
    await using test = await testPlatform(
      FAKE,
      [modelPlugin("fake", model), toolsPlugin(tool), sandbox.plugin],
      ["@antler/sandbox"],
    );
    expect((await test.run()).result.status).toBe("completed");
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      artifact: { kept: true },
      additional_kwargs: { kind: "big" },
    });
    expect(sandbox.files.size).toBe(1);
  });

  it("ERR-037: leaves images alone", async () => {
    const content = [
      { type: "text", text: "t".repeat(20_000) },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
    ];
    const picture = middlewarePlugin({
      name: "picture",
      stage: "tools",
      create: () => ({
        name: "picture",
        wrapToolCall: (request) => new ToolMessage({ content, tool_call_id: request.toolCall.id ?? "", name: "look" }),
      }),
    });
    const model = scriptedModel([{ calls: [{ name: "look", args: { text: "x" } }] }, "done"]);
    await using test = await testPlatform(FAKE, [
      modelPlugin("fake", model),
      toolsPlugin(recordedTool("look")),
      picture,
    ]);
    await test.run();
    expect(model.requests[1]?.messages.at(-1)?.content).toEqual(content);
  });

  it("ERR-038: sends a result that was stored before the limit shortened, and leaves the thread as it is", async () => {
    const model = scriptedModel([{ calls: [{ name: "old", args: { text: "x" } }] }, "one", "two", "three"]);
    const plugins = [modelPlugin("fake", model), toolsPlugin(flood("old", 50_000))];
    const { MemorySaver } = await import("@langchain/langgraph");
    const { CHECKPOINTER } = await import("@antler/plugin-api");
    const saver = new MemorySaver();
    const kept = pluginOf("saver", (host) => host.provide(CHECKPOINTER, { name: "kept", create: () => saver }));
    {
      await using before = await testPlatform(`${FAKE}resilience: { tool_output: { enabled: false } }\n`, [
        ...plugins,
        kept,
      ]);
      await before.run("go", { threadId: "t" });
      expect(model.requests[1]?.messages.at(-1)?.text).toHaveLength(50_000);
    }
    await using after = await testPlatform(FAKE, [...plugins, kept]);
    await after.run("again", { threadId: "t" });
    const results = model.requests[2]?.messages.filter((message) => message.getType() === "tool") ?? [];
    expect(results[0]?.text.length).toBeLessThanOrEqual(30_000);
    const stored = await saver.getTuple({ configurable: { thread_id: "t" } });
    expect(JSON.stringify(stored?.checkpoint.channel_values)).toContain("0123456789".repeat(5000));
  });

  it("SBX-31: stores the whole text where the agent's own read_file finds it", async () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index + 1}`).join("\n");
    const model = scriptedModel(({ turn, messages }) => {
      if (turn === 0) return { calls: [{ name: "search", args: { text: "x" } }] };
      const path = /\/mnt\/user-data\/outputs\/\.tool-results\/[\w-]+\.txt/.exec(messages.at(-1)?.text ?? "")?.[0];
      if (turn === 1) return { calls: [{ name: "read_file", args: { path, start_line: 1000, end_line: 1001 } }] };
      return "done";
    });
    await using test = await testPlatform(`${FAKE}sandbox: { use: local }\n`, [
      modelPlugin("fake", model),
      toolsPlugin(recordedTool("search", () => lines)),
    ]);
    const { events } = await test.run();
    const shown = model.requests[1]?.messages.at(-1)?.text ?? "";
    expect(shown).not.toContain("line 1000\n");
    expect(events.filter((event) => event.type === "tool_result").at(-1)).toMatchObject({
      name: "read_file",
      status: "success",
      text: "line 1000\nline 1001",
    });
  });
});
