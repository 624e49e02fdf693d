import { fileURLToPath } from "node:url";
import { type ChatRequestBody, httpError, openAiEndpoint, scriptedModel } from "@antler/testing";
import { expect, it, onTestFinished } from "vitest";
import { platformOf } from "./fixture.js";

const ODD = fileURLToPath(new URL("../../../plugins/mcp/fixtures/odd-server.mjs", import.meta.url));
const LONG = "a_name_that_is_much_too_long_for_the_function_names_of_a_model_api";
const TOOLS = [
  { name: "empty", inputSchema: {} },
  { name: "untyped", inputSchema: { properties: { q: { type: "string" } } } },
  {
    name: "union",
    inputSchema: {
      anyOf: [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { b: {} } },
      ],
    },
  },
  { name: "list", inputSchema: { type: "object", properties: { ids: { type: "array" } } } },
  {
    name: "tree",
    inputSchema: {
      type: "object",
      properties: { root: { $ref: "#/$defs/n" } },
      $defs: { n: { properties: { next: { $ref: "#/$defs/n" } } } },
    },
  },
  { name: "impossible", inputSchema: { type: "string" } },
  { name: LONG, inputSchema: { type: "object" } },
];

/** What the strictest public providers refuse in a request's tools. */
function toolsFault({ tools = [] }: ChatRequestBody): string | undefined {
  const names = tools.map((tool) => tool.function.name);
  if (new Set(names).size < names.length) return `duplicate names in ${names.join(", ")}`;
  for (const { function: one } of tools) {
    if (!/^[a-zA-Z0-9_-]{1,64}$/.test(one.name)) return `invalid function name ${one.name}`;
    const parameters = one["parameters"] as { type?: unknown; properties?: unknown } | undefined;
    if (parameters?.type !== "object" || typeof parameters.properties !== "object")
      return `${one.name}: parameters must be an object`;
    if (["anyOf", "oneOf", "allOf", "not"].some((key) => key in parameters))
      return `${one.name}: no alternatives at the top`;
    if (/"\$ref"|"\$defs"/.test(JSON.stringify(parameters))) return `${one.name}: no references`;
    if (/"type":"array"(?!.*"items")/.test(JSON.stringify(parameters))) return `${one.name}: array without items`;
  }
  return undefined;
}

it("MCP-07: a strict provider takes the tools of a careless server, and the one it could not take is left out", async () => {
  const endpoint = await openAiEndpoint(({ body }) => {
    const fault = toolsFault(body);
    return fault === undefined ? "taken" : httpError(400, fault);
  });
  onTestFinished(() => endpoint.close());
  const server = JSON.stringify({ command: process.execPath, args: [ODD, JSON.stringify({ tools: TOOLS })] });
  const platform = await platformOf(
    scriptedModel([]),
    `lead: { model: strict }\ntool_search: { enabled: false }\nmcp_servers: { odd: ${server} }\n`,
    [],
    undefined,
    `{ name: strict, use: openai, model: m, base_url: "${endpoint.url}", api_key: k }`,
  );
  const warnings: string[] = [];
  const result = await platform.run({
    prompt: "go",
    onEvent: (event) => event.type === "warning" && warnings.push(event.message),
  });
  expect(result).toMatchObject({ status: "completed", text: "taken", error: null });
  const sent = endpoint.requests[0]?.body.tools
    ?.map((tool) => tool.function.name)
    .filter((name) => name.startsWith("mcp__"));
  expect(sent).toHaveLength(TOOLS.length - 1);
  expect(warnings).toEqual([expect.stringContaining('"impossible"')]);
});
