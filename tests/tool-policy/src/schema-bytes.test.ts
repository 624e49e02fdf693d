import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { PlainTool } from "@antler/plugin-api";
import { type ScriptedRequest, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { platformOf, runOnce, toolsPlugin } from "./fixture.js";

const DOCS = fileURLToPath(new URL("../../../docs/tool-policy.md", import.meta.url));
/** Of the size that tools of public MCP servers have: a sentence, and four described arguments. */
const TOOLS = Array.from({ length: 60 }, (_, index): Partial<PlainTool> & { readonly name: string } => ({
  name: `tracker_${index < 10 ? "core" : "more"}_operation_${index}`,
  description: `Operation ${index} of the tracker. Use it when the user asks for records of kind ${index}; it returns them as JSON, newest first.`,
  deferred: index >= 10,
  parameters: {
    type: "object",
    properties: {
      project: { type: "string", description: "Key of the project, as the list of projects gives it." },
      query: { type: "string", description: "What to look for, in the tracker's own query language." },
      limit: { type: "integer", minimum: 1, maximum: 100, description: "How many records to return at most." },
      fields: { type: "array", items: { type: "string" }, description: "Fields of each record; absent: all." },
    },
    required: ["project"],
  },
}));

const schemaBytes = ({ toolDefinitions }: ScriptedRequest) => Buffer.byteLength(JSON.stringify(toolDefinitions));
const listBytes = ({ messages }: ScriptedRequest) =>
  Buffer.byteLength(/<available-deferred-tools>[\s\S]*$/.exec(messages[0]?.text ?? "")?.[0] ?? "");

/** Bytes of each request: tool schemas, and the list of names in the system message. */
async function measure(enabled: boolean) {
  const names = "select:tracker_more_operation_10,tracker_more_operation_11,tracker_more_operation_12";
  const model = scriptedModel(({ turn }) =>
    enabled && turn === 0 ? { calls: [{ name: "tool_search", args: { query: names } }] } : "done",
  );
  const own = TOOLS.map((tool) => tool.name);
  const config = `lead: { tools: ${JSON.stringify(own)} }\ntool_search: { enabled: ${enabled} }\n`;
  await runOnce(await platformOf(model, config, [toolsPlugin(TOOLS).plugin]));
  return model.requests.map((request) => ({ schemas: schemaBytes(request), list: listBytes(request) }));
}

describe("the bytes of tool schema in a request with 60 tools, 50 of them deferred", () => {
  it("are under a quarter of what they are without deferring, and docs/tool-policy.md has the numbers", async () => {
    const [all] = await measure(false);
    const [before, after] = await measure(true);
    if (all === undefined || before === undefined || after === undefined) throw new Error("three requests were made");
    expect(before.schemas + before.list).toBeLessThan(all.schemas / 4);
    expect(after.schemas).toBeGreaterThan(before.schemas);

    const number = (value: number) => value.toLocaleString("en-US");
    const rows = [
      `| not deferred, every request | ${number(all.schemas)} | 0 |`,
      `| deferred, nothing promoted | ${number(before.schemas)} | ${number(before.list)} |`,
      `| deferred, three promoted | ${number(after.schemas)} | ${number(after.list)} |`,
    ];
    const docs = readFileSync(DOCS, "utf8").replaceAll(/ +\|/g, " |");
    expect(rows.filter((row) => !docs.includes(row))).toEqual([]);
  });
});
