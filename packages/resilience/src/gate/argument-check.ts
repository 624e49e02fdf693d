import type { ProvidedTool } from "@antler/plugin-api";
import { toJsonSchema, Validator } from "@langchain/core/utils/json_schema";
import { interopSafeParseAsync, isInteropZodSchema } from "@langchain/core/utils/types";
import { cutText } from "./tool-error-reply.js";

/** What one tool expects of its arguments. */
export interface ArgumentCheck {
  /** What is wrong, in words for the model; undefined when they match. */
  problem(args: Readonly<Record<string, unknown>>): Promise<string | undefined>;
  /** Whether `{}` is a complete call. */
  readonly acceptsNothing: boolean;
  /** The schema as compact JSON, at most 800 characters. */
  readonly shape: string;
}

/** Longest schema that is repeated to the model in an error, in characters; it has the whole one among its tools. */
const MAX_SHAPE = 800;

export function argumentCheck({ offer }: ProvidedTool): ArgumentCheck {
  const schema: unknown = "tool" in offer ? offer.tool.schema : offer.parameters;
  const json = jsonSchemaOf(schema);
  const validator = json === undefined ? undefined : new Validator(json, "2020-12", false);
  return {
    acceptsNothing: !Array.isArray(json?.["required"]) || json["required"].length === 0,
    shape: cutText(json === undefined ? "an object" : JSON.stringify(withoutNoise(json)), MAX_SHAPE),
    problem: async (args) => {
      if (isInteropZodSchema(schema)) {
        const parsed = await interopSafeParseAsync(schema, args);
        return parsed.success ? undefined : parsed.error.issues.map(zodProblem).slice(0, 5).join("; ");
      }
      const result = validator?.validate(args);
      if (result === undefined || result.valid) return undefined;
      // The first error of a nested failure is the frame around it ("properties do not match"); the leaves say what is wrong.
      const leaves = result.errors.filter(({ keyword }) => !FRAME_KEYWORDS.has(keyword));
      const errors = leaves.length > 0 ? leaves : result.errors;
      return errors
        .map((error) => `${error.instanceLocation.replace(/^#\/?/, "") || "arguments"}: ${error.error}`)
        .slice(0, 5)
        .join("; ");
    },
  };
}

const FRAME_KEYWORDS: ReadonlySet<string> = new Set(["properties", "items", "additionalProperties", "$ref"]);

function zodProblem(issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string {
  return `${issue.path.map(String).join("/") || "arguments"}: ${issue.message}`;
}

function jsonSchemaOf(schema: unknown): Record<string, unknown> | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  return toJsonSchema(schema as Parameters<typeof toJsonSchema>[0]) as Record<string, unknown>;
}

function withoutNoise({ $schema: _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  return schema;
}
