import type { JsonSchema } from "./compose-schema.js";

/** The keys of a config schema as a Markdown page: one table per section. */
export function schemaPage(schema: JsonSchema): string {
  const sections = Object.entries(propertiesOf(schema)).sort(([a], [b]) => a.localeCompare(b));
  const parts = sections.map(([name, section]) => {
    const rows = rowsOf(section, name);
    const intro = typeof section["description"] === "string" ? `${section["description"]}\n\n` : "";
    return `## \`${name}\`\n\n${intro}| key | type | default | meaning |\n| --- | --- | --- | --- |\n${rows.join("\n")}\n`;
  });
  return `# Keys of config.yaml\n\nWritten by \`antler config schema --docs\` from the schemas of the kernel and the default plugins.\n\n${parts.join("\n")}`;
}

function rowsOf(schema: JsonSchema, path: string): string[] {
  const children = childrenOf(schema, path);
  const own = row(path, schema);
  if (children.length === 0) return [own];
  const rows = children.flatMap(([child, childPath]) => rowsOf(child, childPath));
  return path.includes(".") || path.includes("[") ? [own, ...rows] : rows;
}

/** Named keys, keys of any name (`NAME`) and list entries (`[]`), those of conditional schemas included. */
function childrenOf(schema: JsonSchema, path: string): readonly (readonly [JsonSchema, string])[] {
  const children: (readonly [JsonSchema, string])[] = Object.entries(propertiesOf(schema)).map(
    ([key, child]) => [child, `${path}.${key}`] as const,
  );
  if (isSchema(schema["additionalProperties"])) children.push([schema["additionalProperties"], `${path}.NAME`]);
  if (isSchema(schema["items"])) {
    const items = schema["items"];
    const nested = Object.keys(propertiesOf(items)).length > 0;
    if (nested) children.push(...childrenOf(items, `${path}[]`));
  }
  for (const condition of listOf(schema["allOf"]))
    if (isSchema(condition["then"])) children.push(...conditionalChildren(condition, condition["then"], path));
  for (const alternative of [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])])
    children.push(...childrenOf(alternative, path));
  return children;
}

function conditionalChildren(
  condition: JsonSchema,
  then: JsonSchema,
  path: string,
): readonly (readonly [JsonSchema, string])[] {
  const use = propertiesOf(isSchema(condition["if"]) ? condition["if"] : {})["use"]?.["const"];
  return childrenOf(then, path).map(([child, childPath]) => [child, `${childPath} (use: ${String(use)})`] as const);
}

function row(path: string, schema: JsonSchema): string {
  const fallback = schema["default"] === undefined ? "" : `\`${JSON.stringify(schema["default"])}\``;
  const meaning = typeof schema["description"] === "string" ? schema["description"] : "";
  return `| \`${path}\` | ${cell(typeText(schema))} | ${cell(fallback)} | ${cell(meaning)} |`;
}

function typeText(schema: JsonSchema): string {
  if (Array.isArray(schema["enum"])) return enumText(schema["enum"]);
  if (schema["const"] !== undefined) return `\`${JSON.stringify(schema["const"])}\``;
  const alternatives = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  if (alternatives.length > 0) return [...new Set(alternatives.map(typeText))].join(" or ");
  const types = Array.isArray(schema["type"]) ? schema["type"].map(String) : [String(schema["type"] ?? "any")];
  const items = isSchema(schema["items"]) ? ` of ${typeText(schema["items"])}` : "";
  return types.map((type) => (type === "array" ? `list${items}` : type === "object" ? "mapping" : type)).join(" or ");
}

/** null only means that a blank value counts as absent, which holds for every key. */
function enumText(values: readonly unknown[]): string {
  const named = values.filter((value) => value !== null);
  return named.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = schema["properties"];
  if (!isSchema(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([key, value]) => (isSchema(value) ? [[key, value] as const] : [])),
  );
}
function listOf(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replace(/\s+/g, " ");
}
