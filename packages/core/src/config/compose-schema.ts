import { MODEL_PROVIDER } from "@antler/plugin-api";
import type { PreparedPlatform } from "../prepare-platform.js";
import { KERNEL_PROPERTIES } from "./kernel-schema.js";

/** A JSON Schema as plain data. */
export interface JsonSchema {
  readonly [key: string]: unknown;
}

/**
 * JSON Schema (draft 2020-12) of the whole config: the kernel's keys, the section of every registered plugin,
 * each model provider's keys under `models`, and each listed plugin's keys under `plugins[].config`.
 */
export function composeSchema({
  kernel,
  registered,
  plugins,
}: Pick<PreparedPlatform, "kernel" | "registered" | "plugins">): JsonSchema {
  const sections = registered.flatMap(({ configSection, configSchema }) =>
    configSection === undefined || configSchema === undefined
      ? []
      : [[configSection, blankable(configSchema)] as const],
  );
  const providers = kernel
    .all(MODEL_PROVIDER)
    .flatMap(({ name, configSchema }) =>
      configSchema === undefined ? [] : [whenUse(name, entryWith(configSchema, { name: true, use: true }))],
    );
  const listed = registered.flatMap(({ configSection, configSchema, id }) => {
    const use = plugins.find((plugin) => plugin.id === id)?.use ?? id;
    return configSection !== undefined || configSchema === undefined
      ? []
      : [whenUse(use, { properties: { config: blankable(configSchema) } })];
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Antler config.yaml",
    type: "object",
    properties: {
      ...mapValues(KERNEL_PROPERTIES, blankable),
      models: blankable(withConditions(KERNEL_PROPERTIES["models"], providers)),
      plugins: blankable(withConditions(KERNEL_PROPERTIES["plugins"], listed)),
      ...Object.fromEntries(sections),
    },
    additionalProperties: true,
  };
}

/** A section without a value counts as absent, so editors must accept it. */
function blankable(schema: object): JsonSchema {
  const type = "type" in schema ? schema.type : undefined;
  if (typeof type !== "string" || type === "null") return { ...schema };
  return { ...schema, type: [type, "null"] };
}

function whenUse(use: string, then: JsonSchema): JsonSchema {
  return { if: { properties: { use: { const: use } }, required: ["use"] }, then };
}

/** The provider's schema knows nothing of the keys that every entry has; a strict one would refuse them. */
function entryWith(schema: object, more: JsonSchema): JsonSchema {
  const { properties, ...rest } = schema as { readonly properties?: object };
  return { ...rest, properties: { ...more, ...properties } };
}

function withConditions(list: object | undefined, conditions: readonly JsonSchema[]): JsonSchema {
  const { items, ...rest } = (list ?? {}) as { readonly items?: object };
  return { ...rest, items: { ...items, ...(conditions.length === 0 ? {} : { allOf: conditions }) } };
}

function mapValues(record: Readonly<Record<string, object>>, change: (value: object) => JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
