import type { ConfigProblem, ModelEntry } from "@antler/plugin-api";
import { checkedValue } from "./checked-value.js";
import type { ConfigDocument } from "./config-document.js";
import { KERNEL_PROPERTIES } from "./kernel-schema.js";

/** The kernel's own keys of config.yaml, checked. */
export interface KernelConfig {
  readonly config_version?: number;
  readonly models: readonly ModelEntry[];
  /** Which item of the list in the file each of `models` is: the unusable ones among them are left out. */
  readonly modelIndexes: readonly number[];
  readonly plugins: readonly {
    readonly use: string;
    readonly enabled?: boolean;
    readonly config?: Record<string, unknown>;
  }[];
  readonly lead: {
    readonly system_prompt?: string;
    readonly model?: string;
    readonly max_turns?: number | null;
    readonly max_tokens?: number | null;
    readonly tools?: readonly string[];
    readonly disallowed_tools?: readonly string[];
  };
  readonly tool_groups?: readonly (string | { readonly name: string })[];
  readonly data_dir: string;
  readonly use: Readonly<Record<string, string>>;
}

/** Reads the kernel's keys. A wrong one is told and counts as absent, except that of `models` the entries with a name stay. */
export function kernelConfig(document: ConfigDocument, problems: ConfigProblem[]): KernelConfig {
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(KERNEL_PROPERTIES)) {
    const value = checkedValue(document.value[key], schema, [key], document, problems);
    if (value !== undefined) result[key] = value;
  }
  const list: unknown = result["models"] ?? document.value["models"];
  const named = (Array.isArray(list) ? (list as unknown[]) : []).flatMap((entry, index) =>
    isNamed(entry) ? [{ entry, index }] : [],
  );
  return {
    plugins: [],
    lead: {},
    data_dir: "./.antler",
    use: {},
    ...result,
    models: named.map(({ entry }) => entry),
    modelIndexes: named.map(({ index }) => index),
  };
}

function isNamed(entry: unknown): entry is ModelEntry {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "name" in entry &&
    typeof entry.name === "string" &&
    "use" in entry &&
    typeof entry.use === "string"
  );
}

/** Which contribution is in force where there can be one. */
export function picksOf(config: KernelConfig, document: ConfigDocument): Record<string, string | undefined> {
  const sandbox = document.value["sandbox"];
  const backend = typeof sandbox === "object" && sandbox !== null ? (sandbox as { use?: unknown }).use : undefined;
  return {
    "model-catalog": "config",
    "agent-factory": "langchain",
    "task-executor": "in-process",
    ...(typeof backend === "string" ? { "sandbox-backend": backend } : {}),
    ...config.use,
  };
}
