import { describe, expect, it } from "vitest";
import { mendSchema } from "./mend-schema.js";

function mended(input: unknown) {
  const result = mendSchema(input);
  if (!result.ok) throw new Error(result.reason);
  return result.schema;
}

describe("MCP-07: a tool's input schema", () => {
  it("becomes an object with properties", () => {
    expect(mended({})).toEqual({ type: "object", properties: {} });
    expect(mended({ properties: { q: { type: "string" } } })).toEqual({
      type: "object",
      properties: { q: { type: "string" } },
    });
    expect(mended({ type: ["object", "null"], properties: null })).toEqual({ type: "object", properties: {} });
  });

  it("is refused with a reason where it cannot be one", () => {
    expect(mendSchema(undefined)).toEqual({ ok: false, reason: "its input schema is no JSON Schema object" });
    expect(mendSchema({ type: "string" })).toEqual({
      ok: false,
      reason: 'its arguments are of type "string", not object',
    });
  });

  it("loses what model APIs refuse, and nothing else", () => {
    const optional = { anyOf: [{ type: "integer" }, { type: "null" }], default: null };
    expect(
      mended({
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        properties: { limit: optional, tags: { type: "array" }, any: true },
        required: ["limit", "gone"],
        additionalProperties: false,
      }),
    ).toEqual({
      type: "object",
      properties: { limit: optional, tags: { type: "array", items: {} }, any: {} },
      required: ["limit"],
      additionalProperties: false,
    });
  });

  it("has its references inlined; one to itself becomes any value", () => {
    expect(
      mended({
        type: "object",
        properties: {
          tree: { $ref: "#/$defs/node", description: "The root." },
          far: { $ref: "https://example.org/x" },
        },
        $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
      }).properties,
    ).toEqual({ tree: { type: "object", properties: { next: {} }, description: "The root." }, far: {} });
  });

  it("keeps an argument that is called like a keyword", () => {
    const properties = { $ref: { type: "string" }, definitions: { type: "string" }, anyOf: { type: "string" } };
    expect(mended({ type: "object", properties }).properties).toEqual(properties);
  });

  it("offers the arguments of all alternatives at the top, and requires what each requires", () => {
    const a = { type: "object", properties: { id: { type: "string" }, a: { type: "string" } }, required: ["id", "a"] };
    const b = { type: "object", properties: { id: { type: "string" }, b: { type: "string" } }, required: ["id"] };
    expect(mended({ oneOf: [a, b] })).toEqual({
      type: "object",
      properties: { id: { type: "string" }, a: { type: "string" }, b: { type: "string" } },
      required: ["id"],
    });
    expect(mended({ type: "object", allOf: [a, b], not: {} })["required"]).toEqual(["id", "a"]);
  });

  it("is refused where its references multiply without end", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 20 }, (_, level) => {
        const next = { $ref: `#/$defs/level${level + 1}` };
        return [`level${level}`, { type: "object", properties: { a: next, b: next } }];
      }),
    );
    const result = mendSchema({ type: "object", properties: { a: { $ref: "#/$defs/level0" } }, $defs });
    expect(result).toEqual({ ok: false, reason: "its input schema has more than 2000 parts" });
  });
});
