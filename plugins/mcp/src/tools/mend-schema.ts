type Schema = Readonly<Record<string, unknown>>;
export type MendedSchema =
  | { readonly ok: true; readonly schema: { readonly type: "object"; readonly properties: Schema } & Schema }
  | { readonly ok: false; readonly reason: string };

/** Keywords that hold one schema, a list of schemas, or a map of schemas. Everything else is data and is copied. */
const ONE = new Set(["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]);
const LIST = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const MAP = new Set(["properties", "patternProperties", "dependentSchemas"]);
/** Keywords about the document; model APIs know none of them, and references are inlined. */
const DROPPED = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions"]);
/** Inlining can multiply a schema; one with more parts than this would fill a context window. */
const MAX_PARTS = 2_000;

/**
 * A tool's input schema as every model API takes it: an object at the top with `properties` and no alternatives, references
 * inlined, arrays with `items`. A reference to itself, or to another document, becomes "any value".
 */
export function mendSchema(input: unknown): MendedSchema {
  if (!isSchema(input)) return { ok: false, reason: "its input schema is no JSON Schema object" };
  try {
    const top = hoistAlternatives(inline(input, input, [], { parts: 0 }));
    const type = Array.isArray(top["type"]) && top["type"].includes("object") ? "object" : (top["type"] ?? "object");
    if (type !== "object")
      return { ok: false, reason: `its arguments are of type ${JSON.stringify(type)}, not object` };
    const properties = isSchema(top["properties"]) ? top["properties"] : {};
    const required = Array.isArray(top["required"]) ? top["required"].filter((name) => String(name) in properties) : [];
    const { required: _required, ...rest } = top;
    return { ok: true, schema: { ...rest, type, properties, ...(required.length > 0 ? { required } : {}) } };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, reason: `its input schema has more than ${MAX_PARTS} parts` };
    throw error;
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function inline(value: unknown, root: Schema, open: readonly string[], count: { parts: number }): Schema {
  if (!isSchema(value)) return value === false ? { not: {} } : {};
  if (++count.parts > MAX_PARTS) throw new RangeError("too many parts");
  const { $ref, ...own } = value;
  if (typeof $ref === "string") {
    const target = open.includes($ref) ? undefined : pointed(root, $ref);
    return {
      ...(target === undefined ? {} : inline(target, root, [...open, $ref], count)),
      ...inline(own, root, open, count),
    };
  }
  const result: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(own)) {
    if (DROPPED.has(key)) continue;
    if (MAP.has(key))
      result[key] = Object.fromEntries(
        Object.entries(isSchema(part) ? part : {}).map(([name, one]) => [name, inline(one, root, open, count)]),
      );
    else if (LIST.has(key) || (key === "items" && Array.isArray(part)))
      result[key] = Array.isArray(part) ? part.map((one) => inline(one, root, open, count)) : [];
    else if (ONE.has(key)) result[key] = typeof part === "boolean" ? part : inline(part, root, open, count);
    else result[key] = part;
  }
  if (result["type"] === "array" && (result["items"] === undefined || typeof result["items"] === "boolean"))
    result["items"] = {};
  return result;
}

/** The part of the document that `#/a/b` points at. */
function pointed(root: Schema, ref: string): unknown {
  if (ref !== "#" && !ref.startsWith("#/")) return undefined;
  const keys = ref
    .slice(2)
    .split("/")
    .filter((key) => key !== "");
  return keys.reduce<unknown>((part, key) => {
    const name = decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
    return typeof part === "object" && part !== null && Object.hasOwn(part, name) ? Reflect.get(part, name) : undefined;
  }, root);
}

/**
 * Model APIs refuse alternatives at the top. Their properties are offered together; what every branch requires stays
 * required. The server still checks the real rule.
 */
function hoistAlternatives(schema: Schema): Schema {
  const { anyOf, oneOf, allOf, not: _not, if: _if, then: _then, else: _else, ...rest } = schema;
  const all = branches(allOf);
  const any = [...branches(anyOf), ...branches(oneOf)];
  if (all.length + any.length === 0) return rest;
  const properties = Object.assign({}, ...[...all, ...any].map((one) => one["properties"]), rest["properties"]);
  const shared = any
    .map(requiredOf)
    .reduce((left, right) => left.filter((name) => right.includes(name)), any[0] ? requiredOf(any[0]) : []);
  const required = [...new Set([...requiredOf(rest), ...all.flatMap(requiredOf), ...shared])];
  const type = rest["type"] ?? [...all, ...any].map((one) => one["type"]).find((one) => one !== undefined);
  return { ...rest, ...(type === undefined ? {} : { type }), properties, required };
}

function branches(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.filter(isSchema).map(hoistAlternatives) : [];
}

function requiredOf(schema: Schema): readonly unknown[] {
  return Array.isArray(schema["required"]) ? schema["required"] : [];
}
