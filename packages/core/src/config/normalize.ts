import type { ConfigProblem } from "@antler/plugin-api";
import type { ConfigPath } from "./config-document.js";

/** The part of JSON Schema that normalisation reads. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly [keyword: string]: unknown;
}

/** Words that YAML 1.1 read as booleans and YAML 1.2 reads as text. */
const YAML_11_WORDS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["no", false],
  ["off", false],
]);

/**
 * Brings a value into the form its schema means, without ever guessing a number out of nothing:
 * a blank value counts as absent where null is not allowed, `"45"` is 45 where an integer is wanted
 * (environment variables are text), and `yes` is true where only a boolean fits, with a warning.
 */
export function normalize(
  value: unknown,
  schema: Schema | undefined,
  path: ConfigPath,
  warn: (problem: Omit<ConfigProblem, "position"> & { readonly path: ConfigPath }) => void,
): unknown {
  if (schema === undefined || value === undefined) return value;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return normalizeAlternatives(value, alternatives, path, warn);
  const types = typesOf(schema);
  if (value === null) return types.length === 0 || types.includes("null") ? null : undefined;
  if (Array.isArray(value))
    return value.map((item, index) => normalize(item, schema.items, [...path, index], warn) ?? item);
  if (typeof value === "object") return normalizeObject(value, schema, path, warn);
  if (typeof value !== "string" || types.length === 0 || types.includes("string")) return value;
  if ((types.includes("integer") || types.includes("number")) && /^-?\d{1,15}$/.test(value.trim()))
    return Number(value);
  if (types.includes("number") && /^-?\d+\.\d+$/.test(value.trim())) return Number(value);
  if (types.includes("boolean")) {
    if (value === "true" || value === "false") return value === "true";
    const word = YAML_11_WORDS.get(value.toLowerCase());
    if (word !== undefined) {
      warn({
        severity: "warning",
        code: "ANTLER_CONFIG_YAML11_WORD",
        message: `\`${path.join(".")}: ${value}\` is text in YAML 1.2; it is taken as ${word}`,
        hint: `Write \`${word}\`.`,
        path,
      });
      return word;
    }
  }
  return value;
}

function normalizeObject(
  value: object,
  schema: Schema,
  path: ConfigPath,
  warn: Parameters<typeof normalize>[3],
): unknown {
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of Object.entries(value)) {
    const normalized = normalize(entry, schemaOfKey(schema, key), [...path, key], warn);
    if (normalized !== undefined) result[key] = normalized;
  }
  return result;
}

function schemaOfKey(schema: Schema, key: string): Schema | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  for (const [pattern, patternSchema] of Object.entries(schema.patternProperties ?? {}))
    if (new RegExp(pattern, "u").test(key)) return patternSchema;
  return typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
}

function normalizeAlternatives(
  value: unknown,
  alternatives: readonly Schema[],
  path: ConfigPath,
  warn: Parameters<typeof normalize>[3],
): unknown {
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const fitting = alternatives.find((schema) => {
    const types = typesOf(schema);
    return (
      types.includes(kind) ||
      (kind === "number" && types.includes("integer")) ||
      schema.const === value ||
      schema.enum?.includes(value)
    );
  });
  if (value === null && fitting === undefined) return undefined;
  return normalize(value, fitting ?? (kind === "string" ? alternatives[0] : undefined), path, warn);
}

function typesOf(schema: Schema): readonly string[] {
  if (schema.type === undefined) return [];
  return typeof schema.type === "string" ? [schema.type] : schema.type;
}
