import { CHECKPOINTER, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import { type ScriptedRequest, scriptedModel } from "@antler/testing";
import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";
import { lastText, platformOf, runOnce, taskCall, toolsPlugin } from "./fixture.js";

const search = (name: string) => ({ name: "tool_search", args: { query: `select:${name}` } });
const isLead = ({ tools }: ScriptedRequest) => tools.includes("task");
const promptOf = ({ messages }: ScriptedRequest) => messages.find((message) => message.type === "human")?.text;

describe("a promotion", () => {
  it("TS-03: holds for the lead after it has delegated, and its subagent starts with none", async () => {
    const { plugin, calls } = toolsPlugin([{ name: "hidden", deferred: true }]);
    const model = scriptedModel((request) => {
      if (!isLead(request)) return `child sees: ${request.tools.join(" ")}`;
      const steps = [
        { calls: [search("hidden")] },
        { calls: [taskCall("general-purpose")] },
        { calls: [{ name: "hidden" }] },
      ];
      return steps[request.turn] ?? lastText(request);
    });
    const { result } = await runOnce(await platformOf(model, "", [plugin]));
    expect(result.text).toBe("hidden ran");
    expect(calls).toEqual(["hidden"]);
    const leadSees = model.requests.filter(isLead).map(({ tools }) => tools.includes("hidden"));
    expect(leadSees).toEqual([false, true, true, true]);
    const child = model.requests.find((request) => !isLead(request));
    expect(child?.tools).toContain("tool_search");
    expect(child?.tools).not.toContain("hidden");
  });

  it("TS-13: of one parallel task shows in no other and not in the lead", async () => {
    const { plugin, calls } = toolsPlugin([{ name: "hidden", deferred: true }]);
    const model = scriptedModel((request) => {
      if (isLead(request))
        return request.turn === 0
          ? { calls: [taskCall("general-purpose", "one"), taskCall("general-purpose", "two")] }
          : "done";
      if (request.turn === 0)
        return {
          calls:
            promptOf(request) === "one"
              ? [search("hidden")]
              : [{ name: "ls", args: { path: "/mnt/user-data/workspace" } }],
        };
      if (request.turn === 1) return { calls: [{ name: "hidden" }] };
      return lastText(request);
    });
    await runOnce(await platformOf(model, "", [plugin]));
    expect(calls).toEqual(["hidden"]);
    const sees = (wanted: string) =>
      model.requests
        .filter((request) => !isLead(request) && promptOf(request) === wanted)
        .map(({ tools }) => tools.includes("hidden"));
    expect(sees("one")).toEqual([false, true, true]);
    expect(sees("two")).toEqual([false, false, false]);
    expect(model.requests.filter(isLead).some(({ tools }) => tools.includes("hidden"))).toBe(false);
  });

  it("survives to the next run of its thread, and not to another thread or another catalogue", async () => {
    const { plugin } = toolsPlugin([{ name: "hidden", deferred: true }]);
    const saver = new MemorySaver();
    const memory: Plugin = {
      apiVersion: PLUGIN_API_VERSION,
      id: "antler-plugin-memory",
      register: (host) => host.provide(CHECKPOINTER, { name: "memory", create: () => saver }),
    };
    const model = scriptedModel((request) =>
      request.turn === 0 && promptOf(request) === "find" && request.messages.length === 2
        ? { calls: [search("hidden")] }
        : "done",
    );
    const platform = await platformOf(model, "", [plugin, memory]);
    const seesAtFirst = async (of: typeof platform, threadId: string, prompt: string) => {
      const before = model.requests.length;
      await runOnce(of, { threadId, prompt });
      return model.requests[before]?.tools.includes("hidden");
    };
    expect(await seesAtFirst(platform, "a", "find")).toBe(false);
    expect(await seesAtFirst(platform, "a", "again")).toBe(true);
    expect(await seesAtFirst(platform, "b", "again")).toBe(false);

    const more = toolsPlugin([
      { name: "hidden", deferred: true },
      { name: "newcomer", deferred: true },
    ]);
    const later = await platformOf(model, "", [more.plugin, memory]);
    expect(await seesAtFirst(later, "a", "again")).toBe(false);
  });
});

describe("tool_search", () => {
  it("TS-08: does not know what a layer removed, by name or by words", async () => {
    const { plugin } = toolsPlugin([
      { name: "fs_delete", deferred: true },
      { name: "fs_read", deferred: true },
    ]);
    const model = scriptedModel((request) => {
      if (isLead(request)) return request.turn === 0 ? { calls: [taskCall("safe")] } : lastText(request);
      return request.turn === 0
        ? { calls: [search("fs_delete"), { name: "tool_search", args: { query: "delete" } }] }
        : request.messages
            .slice(-2)
            .map((message) => message.text)
            .join("\n");
    });
    const config =
      "subagents: { custom_agents: { safe: { description: d, system_prompt: p, disallowed_tools: [fs_delete] } } }\n";
    const { result } = await runOnce(await platformOf(model, config, [plugin]));
    expect(result.text).toBe(
      "Task Succeeded. Result: No tools found matching: select:fs_delete\nNo tools found matching: delete",
    );
    const child = model.requests.find((request) => !isLead(request));
    expect(child?.messages[0]?.text).toContain("<available-deferred-tools>\nfs_read\n</available-deferred-tools>");
  });

  it("FLT-032: is not there when it is switched off, and every schema is in the request", async () => {
    const { plugin } = toolsPlugin([{ name: "hidden", deferred: true }]);
    const model = scriptedModel(["done"]);
    await runOnce(await platformOf(model, "tool_search: { enabled: false }\n", [plugin]));
    expect(model.requests[0]?.tools).toContain("hidden");
    expect(model.requests[0]?.tools).not.toContain("tool_search");
  });
});
