import type { ProvidedTool, ThreadState, ToolOutput } from "@antler/plugin-api";
import { contextFixture } from "@antler/testing";
import { tool } from "@langchain/core/tools";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { lateTools } from "./late-tools.js";
import { mergePromoted, type Promoted } from "./promoted.js";

const CONFIG = { enabled: true, maxResults: 5, maxQueryLength: 200, autoPromoteTopK: 3 };

function offer(name: string, origin: ProvidedTool["origin"] = "mcp", deferred?: boolean): ProvidedTool {
  const traits = { name, group: "", description: `The tool ${name}.` };
  const parameters = { type: "object", properties: { text: { type: "string" } } };
  const marks = deferred === undefined ? {} : { deferred };
  return { ...traits, provider: "p", plugin: "q", origin, offer: { ...traits, ...marks, parameters, run: () => "" } };
}

async function search(late: ReturnType<typeof lateTools>, query: string) {
  const [first] = late.offers;
  if (first === undefined || "tool" in first) throw new Error("tool_search is a plain tool");
  const runtime = {
    context: contextFixture(),
    state: { messages: [] },
    callId: "call-1",
    signal: new AbortController().signal,
  };
  const output: ToolOutput = await first.run({ query }, runtime);
  if (typeof output === "string") throw new Error("tool_search updates the state");
  return { text: output.text, promoted: output.update?.["promoted"] as Promoted };
}

describe("late tools", () => {
  it("defer MCP tools and marked ones, and nothing else", () => {
    const late = lateTools(
      [offer("ls", "built-in"), offer("big", "config", true), offer("a"), offer("b", "mcp", false)],
      CONFIG,
    );
    expect(late.deferred).toEqual(["big", "a"]);
    expect(late.offers.map((one) => ("tool" in one ? one.tool.name : one.name))).toEqual(["tool_search"]);
    expect(late.promptParts).toEqual(["<available-deferred-tools>\na\nbig\n</available-deferred-tools>"]);
  });

  it("are none where nothing is left to defer, or where it is switched off", () => {
    expect(lateTools([offer("ls", "built-in")], CONFIG)).toEqual({ offers: [] });
    expect(lateTools([offer("a")], { ...CONFIG, enabled: false })).toEqual({ offers: [] });
  });

  it("TS-10, TS-08: search exactly what the filters kept", async () => {
    const late = lateTools([offer("fs_read")], CONFIG);
    expect((await search(late, "select:fs_read,fs_delete")).promoted.names).toEqual(["fs_read"]);
    expect((await search(late, "delete")).promoted.names).toEqual([]);
    expect(late.promptParts?.join()).not.toContain("fs_delete");
  });

  it("DEF-023: answer with name, description and parameters, and promote under the catalogue's hash", async () => {
    const late = lateTools([offer("a"), offer("b")], CONFIG);
    const { text, promoted } = await search(late, "select:b");
    expect(JSON.parse(text)).toEqual([
      {
        name: "b",
        description: "The tool b.",
        parameters: { type: "object", properties: { text: { type: "string" } } },
      },
    ]);
    expect(promoted).toEqual({ catalog_hash: expect.stringMatching(/^[0-9a-f]{16}$/), names: ["b"] });
  });

  it("DEF-022: answer a search without result in words, and promote nothing", async () => {
    const { text, promoted } = await search(lateTools([offer("a")], CONFIG), "nothing_like_this");
    expect(text).toBe("No tools found matching: nothing_like_this");
    expect(promoted.names).toEqual([]);
  });

  it("describe a langchain tool by its JSON Schema", async () => {
    const add = tool(() => "", { name: "add", description: "Adds.", schema: z.object({ n: z.number() }) });
    const provided = { ...offer("add"), offer: { tool: add, group: "" } };
    const [described] = JSON.parse((await search(lateTools([provided], CONFIG), "add")).text);
    expect(described.parameters).toMatchObject({ type: "object", properties: { n: { type: "number" } } });
  });

  it("TS-13: are promoted by one agent's state alone, and only under the same catalogue", async () => {
    const late = lateTools([offer("a"), offer("b")], CONFIG);
    const { promoted } = await search(late, "select:a");
    const state = (value: unknown): ThreadState => ({ messages: [], promoted: value });
    expect(late.isPromoted?.("a", state(promoted))).toBe(true);
    expect(late.isPromoted?.("b", state(promoted))).toBe(false);
    expect(late.isPromoted?.("a", { messages: [] })).toBe(false);
    expect(late.isPromoted?.("a", state("garbage of an old version"))).toBe(false);

    const sameInOtherOrder = lateTools([offer("b"), offer("a")], CONFIG);
    expect(sameInOtherOrder.isPromoted?.("a", state(promoted))).toBe(true);
    const other = lateTools([offer("a"), offer("c")], CONFIG);
    expect(other.isPromoted?.("a", state(promoted))).toBe(false);
    const changed = { ...offer("a"), offer: { ...offer("a").offer, parameters: { type: "object" } } };
    const changedSchema = lateTools([changed, offer("b")], CONFIG);
    expect(changedSchema.isPromoted?.("a", state(promoted))).toBe(false);
  });

  it("DEF-039: always defer what is deferrable, so a full schema is never bound by accident", () => {
    const kept = [offer("a"), offer("b"), offer("c", "built-in")];
    expect(lateTools(kept, CONFIG).deferred).toEqual(["a", "b"]);
  });
});

describe("the reducer of `promoted`", () => {
  it("joins names of one catalogue, so parallel searches of one turn both count", () => {
    const one = mergePromoted(null, { catalog_hash: "h", names: ["a"] });
    expect(mergePromoted(one, { catalog_hash: "h", names: ["b", "a"] })).toEqual({
      catalog_hash: "h",
      names: ["a", "b"],
    });
  });

  it("leaves the state alone without an update", () => {
    const before = { catalog_hash: "h", names: ["a"] };
    expect(mergePromoted(before, null)).toBe(before);
    expect(mergePromoted(undefined, undefined)).toBeNull();
  });
});
