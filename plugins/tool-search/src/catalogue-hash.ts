import { createHash } from "node:crypto";
import type { ProvidedTool, ToolOffer } from "@antler/plugin-api";

/**
 * Names what a catalogue holds: 16 hex digits over names, descriptions and, where they are JSON Schema already,
 * parameters. The order of the tools does not matter, so a resumed thread keeps its promotions when servers answer in
 * another order.
 */
export function catalogueHash(catalogue: readonly ProvidedTool[]): string {
  const lines = catalogue.map(({ name, description, offer }) => JSON.stringify([name, description, schemaOf(offer)]));
  return createHash("sha256").update(lines.toSorted().join("\n")).digest("hex").slice(0, 16);
}

/** A langchain tool has a zod schema or JSON Schema; only the latter can be written down without loading langchain. */
function schemaOf(offer: ToolOffer): unknown {
  if (!("tool" in offer)) return offer.parameters;
  const schema: object = offer.tool.schema;
  return "_zod" in schema || "_def" in schema ? null : schema;
}
