import type { SourcePosition } from "@antler/plugin-api";
import type { JsonSchema } from "./compose-schema.js";
import type { ConfigDocument } from "./config-document.js";

export interface ConfigValue {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  /** `environment`: written as a reference to a variable. */
  readonly origin: "config" | "environment" | "default";
  readonly position: SourcePosition | null;
  /** What would hold if the value were not written. */
  readonly shadows: readonly { readonly value: unknown; readonly origin: "default" }[];
}

/**
 * The values of a config, one per leaf, in the order of the file; with `defaults`, also those that nobody wrote but the
 * schema gives. Lists of plain values count as one value.
 */
export function effectiveValues(
  document: Pick<ConfigDocument, "value" | "text" | "locate">,
  schema: JsonSchema,
  options: { readonly defaults: boolean },
): readonly ConfigValue[] {
  const lines = document.text.split(/\r?\n/);
  const values: ConfigValue[] = [];
  const visit = (value: unknown, node: JsonSchema | undefined, path: readonly (string | number)[]): void => {
    const fallback = node?.["default"];
    if (value === undefined || value === null) {
      if (options.defaults && fallback !== undefined)
        values.push({ path, value: fallback, origin: "default", position: null, shadows: [] });
      else if (options.defaults && path.length <= 1)
        for (const [key, child] of propertiesOf(node)) visit(undefined, child, [...path, key]);
      return;
    }
    if (isRecord(value)) {
      for (const [key, item] of Object.entries(value)) visit(item, childOf(node, key), [...path, key]);
      if (options.defaults)
        for (const [key, child] of propertiesOf(node))
          if (!Object.hasOwn(value, key)) visit(undefined, child, [...path, key]);
      return;
    }
    if (Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null)) {
      for (const [index, item] of value.entries()) visit(item, itemOf(node), [...path, index]);
      return;
    }
    const position = document.locate(path) ?? null;
    const origin = position !== null && isReference(lines, position) ? "environment" : "config";
    const shadows = fallback === undefined ? [] : [{ value: fallback, origin: "default" as const }];
    values.push({ path, value, origin, position, shadows });
  };
  visit(document.value, schema, []);
  return values;
}

/** `models[0].name`, as people write a path. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
}

function isReference(lines: readonly string[], { line, column }: SourcePosition): boolean {
  return /^["']?[^#]*\$(\{|[A-Za-z_])/.test((lines[line - 1] ?? "").slice(column - 1).split(/[,}\]]\s/)[0] ?? "");
}

function propertiesOf(node: JsonSchema | undefined): readonly (readonly [string, JsonSchema])[] {
  const properties = node?.["properties"];
  return isRecord(properties)
    ? Object.entries(properties).flatMap(([key, child]) => (isRecord(child) ? [[key, child] as const] : []))
    : [];
}

function childOf(node: JsonSchema | undefined, key: string): JsonSchema | undefined {
  const own = propertiesOf(node).find(([name]) => name === key)?.[1];
  if (own !== undefined) return own;
  const others = node?.["additionalProperties"];
  return isRecord(others) ? others : undefined;
}

function itemOf(node: JsonSchema | undefined): JsonSchema | undefined {
  const items = node?.["items"];
  return isRecord(items) ? items : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
