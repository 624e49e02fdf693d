import { NOT_FROM_USER_MARK, type ProvidedTool, type ThreadState, type ToolRouting } from "@antler/plugin-api";
import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { lateTools } from "./late-tools.js";

const CONFIG = { enabled: true, maxResults: 5, maxQueryLength: 200, autoPromoteTopK: 3 };

function offer(name: string, routing?: ToolRouting, origin: ProvidedTool["origin"] = "mcp"): ProvidedTool {
  const traits = { name, group: "", description: `The tool ${name}.` };
  const parameters = { type: "object" };
  return { ...traits, provider: "p", plugin: "q", origin, offer: { ...traits, routing, parameters, run: () => "" } };
}

function promoted(kept: readonly ProvidedTool[], messages: ThreadState["messages"], topK = 3) {
  const late = lateTools(kept, { ...CONFIG, autoPromoteTopK: topK });
  return kept.map(({ name }) => name).filter((name) => late.isPromoted?.(name, { messages }) === true);
}

const sql = (priority?: number): ToolRouting => ({
  keywords: ["sql", "table"],
  ...(priority === undefined ? {} : { priority }),
});

describe("DEF-041: routing keywords", () => {
  it("promote a deferred tool by the latest message of the user, whatever its case", () => {
    const kept = [offer("db_query", sql(10)), offer("other", { keywords: ["mail"] }), offer("plain")];
    expect(promoted(kept, [new HumanMessage("Run some SQL")])).toEqual(["db_query"]);
    expect(promoted(kept, [new HumanMessage("Hello")])).toEqual([]);
    expect(promoted(kept, [])).toEqual([]);
  });

  it("are not looked for in earlier messages, answers, the prompt, or what a middleware wrote", () => {
    const kept = [offer("db_query", sql()), offer("mail", { keywords: ["mail"] })];
    const note = new HumanMessage({ content: "a mail note", additional_kwargs: { [NOT_FROM_USER_MARK]: true } });
    const earlier = [new SystemMessage("mail"), new HumanMessage("mail"), new AIMessage("mail")];
    expect(promoted(kept, [...earlier, new HumanMessage("SQL"), new AIMessage("mail"), note])).toEqual(["db_query"]);
  });

  it("are found in the text blocks of a message, and nowhere else in it", () => {
    const image = { type: "image_url", image_url: "data:mail" };
    const message = new HumanMessage({ content: [image, { type: "text", text: "sql" }] });
    const kept = [offer("db_query", sql()), offer("mail", { keywords: ["mail"] })];
    expect(promoted(kept, [message])).toEqual(["db_query"]);
  });

  it("promote at most so many, by priority and then by name", () => {
    const kept = [offer("c", sql()), offer("b", sql()), offer("a", sql(-1)), offer("z", sql(5)), offer("d", sql())];
    const say = [new HumanMessage("sql")];
    expect(promoted(kept, say)).toEqual(["c", "b", "z"]);
    expect(promoted(kept, say, 1)).toEqual(["z"]);
    expect(promoted(kept, say, 5)).toEqual(["c", "b", "a", "z", "d"]);
  });

  it("promote nothing but deferred tools that the filters kept, and tools that are not deferred take no place", () => {
    const kept = [offer("own", sql(99), "built-in"), offer("a", sql()), offer("b", sql())];
    const late = lateTools(kept, { ...CONFIG, autoPromoteTopK: 1 });
    const state = { messages: [new HumanMessage("sql")] };
    expect(late.deferred).toEqual(["a", "b"]);
    expect(["own", "a", "b", "removed"].filter((name) => late.isPromoted?.(name, state))).toEqual(["a"]);
  });

  it("are told to the model behind the list of deferred tools, and also where nothing is deferred", () => {
    const kept = [offer("own", { keywords: ["mine"] }, "built-in")];
    expect(lateTools(kept, CONFIG)).toEqual({
      offers: [],
      promptParts: ["<tool-routing-hints>\nown: prefer for mine.\n</tool-routing-hints>"],
    });
    const [names, hints] = lateTools([...kept, offer("db", sql())], CONFIG).promptParts ?? [];
    expect(names).toBe("<available-deferred-tools>\ndb\n</available-deferred-tools>");
    expect(hints).toMatch(/db: prefer for sql, table\. Load with tool_search first/);
  });
});
