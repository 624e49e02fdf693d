import { type ScriptedRequest, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { lastText, platformOf, runOnce, taskCall, toolsPlugin } from "./fixture.js";

const isLead = ({ tools }: ScriptedRequest) => tools.includes("task");
const DB_QUERY = { name: "db_query", deferred: true, routing: { keywords: ["sql", "table"], priority: 10 } };

describe("DEF-041: a deferred tool with routing keywords", () => {
  it("is there, and runs, without a search while the user's latest message has one of them", async () => {
    const { plugin, calls } = toolsPlugin([DB_QUERY, { name: "other", deferred: true }]);
    const model = scriptedModel((request) =>
      request.tools.includes("db_query") && lastText(request) !== "db_query ran"
        ? { calls: [{ name: "db_query" }] }
        : lastText(request),
    );
    const platform = await platformOf(model, "", [plugin]);
    const first = await runOnce(platform, { threadId: "t", prompt: "Count it in SQL." });
    expect(first.result.text).toBe("db_query ran");
    expect(calls).toEqual(["db_query"]);
    expect(model.requests.map(({ tools }) => tools.includes("db_query"))).toEqual([true, true]);
    expect(model.requests.some(({ tools }) => tools.includes("other"))).toBe(false);

    await runOnce(platform, { threadId: "t", prompt: "Thank you." });
    expect(model.requests.at(-1)?.tools).not.toContain("db_query");
  });

  it("is refused like any deferred tool where the message has none of them", async () => {
    const { plugin, calls } = toolsPlugin([DB_QUERY]);
    const model = scriptedModel((request) =>
      request.turn === 0 ? { calls: [{ name: "db_query" }] } : lastText(request),
    );
    const { result } = await runOnce(await platformOf(model, "", [plugin]), { prompt: "Count it." });
    expect(result.text).toContain("not loaded yet");
    expect(calls).toEqual([]);
  });

  it("goes by each agent's own message, and a layer's removal stands", async () => {
    const { plugin, calls } = toolsPlugin([DB_QUERY]);
    const model = scriptedModel((request) => {
      if (isLead(request))
        return request.turn === 0
          ? {
              calls: [taskCall("general-purpose", "sql"), taskCall("general-purpose", "mail"), taskCall("safe", "sql")],
            }
          : "done";
      return request.turn === 0 ? { calls: [{ name: "db_query" }] } : lastText(request);
    });
    const config =
      "subagents: { custom_agents: { safe: { description: d, system_prompt: SAFE, disallowed_tools: [db_query] } } }\n";
    await runOnce(await platformOf(model, config, [plugin]), { prompt: "Look into it." });
    expect(calls).toEqual(["db_query"]);
    const first = model.requests.filter((request) => !isLead(request) && request.turn === 0);
    const seen = first.map(({ messages, tools }) => ({
      safe: messages[0]?.text.includes("SAFE") === true,
      prompt: messages.find(({ type }) => type === "human")?.text,
      sees: tools.includes("db_query"),
    }));
    expect(seen).toHaveLength(3);
    expect(seen).toContainEqual({ safe: false, prompt: "sql", sees: true });
    expect(seen).toContainEqual({ safe: false, prompt: "mail", sees: false });
    expect(seen).toContainEqual({ safe: true, prompt: "sql", sees: false });
    expect(model.requests.filter(isLead).some(({ tools }) => tools.includes("db_query"))).toBe(false);
  });

  it("stays while a note of a middleware is the latest human message", async () => {
    const { plugin } = toolsPlugin([DB_QUERY]);
    const model = scriptedModel((request) => {
      if (!isLead(request)) return "child done";
      if (request.turn === 0) return { calls: [taskCall("general-purpose")] };
      return request.turn === 1 ? { calls: [taskCall("general-purpose")] } : "done";
    });
    const platform = await platformOf(model, "subagents: { max_total_per_run: 1 }\n", [plugin]);
    await runOnce(platform, { prompt: "Use SQL." });
    const last = model.requests.filter(isLead).at(-1);
    expect(last?.messages.at(-1)).toMatchObject({ type: "human", text: expect.stringContaining("limit of this run") });
    expect(last?.tools).toContain("db_query");
  });
});

it("DEF-042: the model reads when to prefer a tool, and to search for a deferred one first", async () => {
  const { plugin } = toolsPlugin([DB_QUERY, { name: "own", routing: { keywords: ["<own>"], priority: 20 } }]);
  const model = scriptedModel(["done"]);
  await runOnce(await platformOf(model, "", [plugin]));
  expect(model.requests[0]?.messages[0]?.text).toContain(
    [
      "<tool-routing-hints>",
      "own: prefer for &lt;own&gt;.",
      "db_query: prefer for sql, table. Load with tool_search first, unless already among your tools.",
      "</tool-routing-hints>",
    ].join("\n"),
  );
});

it("CFG-023: a number of tools that is out of range is moved into it, with a warning at its place", async () => {
  const tools = ["a", "b", "c", "d", "e", "f"].map((name) => ({ ...DB_QUERY, name: `db_${name}` }));
  const model = scriptedModel(["done"]);
  const platform = await platformOf(model, "tool_search: { auto_promote_top_k: 99 }\n", [toolsPlugin(tools).plugin]);
  expect(platform.warnings).toContainEqual(
    expect.objectContaining({
      code: "ANTLER_TOOL_SEARCH_TOP_K",
      message: "`tool_search.auto_promote_top_k` is 99 and is read as 5",
      position: expect.objectContaining({ line: 4 }),
    }),
  );
  await runOnce(platform, { prompt: "sql" });
  const seen = model.requests[0]?.tools.filter((name) => name.startsWith("db_"));
  expect(seen).toEqual(["db_a", "db_b", "db_c", "db_d", "db_e"]);
});
