import type { Json, PlainTool, ProvidedTool } from "@antler/plugin-api";
import type { SearchLimits } from "./config.js";
import { searchCatalogue } from "./search-catalogue.js";

const DESCRIPTION = `Loads tools that are listed in <available-deferred-tools>. Only their names are known until then: \
find a tool here before you call it. The answer holds each tool's parameters, and the tool can be called from the next turn on.

Query forms:
- "select:name_a,name_b": exactly these tools
- "+github issue": tools whose name contains "github", best match for "issue" first
- "calendar event": tools that match any of the words, best first`;

/** The `tool_search` tool over one agent's own deferred tools. */
export function searchTool(catalogue: readonly ProvidedTool[], hash: string, limits: SearchLimits): PlainTool {
  return {
    name: "tool_search",
    group: "",
    description: DESCRIPTION,
    parameters: {
      type: "object",
      properties: { query: { type: "string", description: "What to load, in one of the forms above." } },
      required: ["query"],
      additionalProperties: false,
    },
    run: async (args) => {
      const query = String(args["query"]);
      const found = searchCatalogue(catalogue, query, limits);
      const names = found.map((tool) => tool.name);
      return {
        text: found.length === 0 ? noMatch(query) : JSON.stringify(await Promise.all(found.map(describe))),
        update: { promoted: { catalog_hash: hash, names } },
      };
    },
  };
}

function noMatch(query: string): string {
  return `No tools found matching: ${query}`;
}

async function describe({ name, description, offer }: ProvidedTool): Promise<Json> {
  return { name, description, parameters: "tool" in offer ? await schemaOf(offer.tool.schema) : offer.parameters };
}

async function schemaOf(schema: unknown): Promise<Json> {
  const { toJsonSchema } = await import("@langchain/core/utils/json_schema");
  return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]) as Json;
}
