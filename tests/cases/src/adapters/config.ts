import { parseConfig } from "@antler/core";
import { parse } from "yaml";
import type { Adapters } from "../adapter.js";
import { loadConfig } from "./load-config.js";

interface EnvInput {
  readonly value: unknown;
  readonly env?: Readonly<Record<string, string>>;
}
interface LoadInput {
  readonly yaml: string;
  readonly read: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const configAdapters: Adapters = {
  /** JSON is YAML, so a value goes through the real reader as it is. */
  "config.env": ({ value, env }: EnvInput) => {
    const document = parseConfig(JSON.stringify({ value }), "config.yaml", env ?? {});
    const problem = document.problems.find(({ severity }) => severity === "error");
    if (problem !== undefined) throw new Error(problem.message);
    return document.value["value"];
  },
  "config.load": async ({ yaml, read, env }: LoadInput) => {
    const { values } = await loadConfig(yaml, { ...(env && { env }), modelProviders: providersOf(yaml) });
    return { ok: true, ...Object.fromEntries(read.map((path) => [path, values.get(path) ?? null])) };
  },
};

/** The names that the case's models use; broken YAML has none. */
function providersOf(yaml: string): readonly string[] {
  try {
    const models: unknown = parse(yaml)?.models;
    return Array.isArray(models) ? [...new Set(models.map(({ use }) => String(use)))] : [];
  } catch {
    return [];
  }
}
