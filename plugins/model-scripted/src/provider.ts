import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  AntlerError,
  errorText,
  formatPosition,
  isAntlerError,
  type ModelContext,
  type ModelEntry,
  type ModelProvider,
} from "@antler/plugin-api";
import { inlineScenario, readScenario } from "./scenario/read-scenario.js";
import type { Scenario } from "./scenario/scenario.js";

const INLINE_KEYS = ["turns", "rules", "otherwise"] as const;

/** `use: scripted`: plays a scenario file, or the rules or turns that stand in the entry itself. */
export const scriptedProvider: ModelProvider = {
  name: "scripted",
  configSchema: {
    type: "object",
    properties: {
      model: { type: "string", description: "Free text; only shown." },
      scenario: { type: "string", description: "Path of the scenario, relative to config.yaml." },
      rules: { type: "array", description: "Rules in place of a scenario file." },
      turns: { type: "array", description: "Turns of one rule that matches every message." },
      otherwise: { type: "string", description: "The answer where no rule of `rules` matches." },
      delay_ms: { type: "integer", minimum: 0, default: 0, description: "Milliseconds before each answer." },
      streaming: { type: "boolean", default: true, description: "Whether the model streams." },
      context_window: { type: "integer", minimum: 1, description: "Tokens that the model claims to take." },
    },
    additionalProperties: false,
  },
  check(entry, context) {
    try {
      scenarioOf(entry, context);
      return [];
    } catch (error) {
      if (!isAntlerError(error)) throw error;
      return [
        {
          code: error.code,
          message: `models "${entry.name}": ${error.message}`,
          hint: error.hint,
          position: error.position,
        },
      ];
    }
  },
  async create(entry, context) {
    const scenario = scenarioOf(entry, context);
    const { ScriptedChatModel } = await import("./scripted-chat-model.js");
    const contextWindow = typeof entry["context_window"] === "number" ? entry["context_window"] : undefined;
    return new ScriptedChatModel(scenario, { streams: entry["streaming"] !== false, contextWindow });
  },
  explain(error) {
    if (!isAntlerError(error) || !error.code.startsWith("ANTLER_SCENARIO_")) return undefined;
    const at = error.position === undefined ? "" : ` (at ${formatPosition(error.position)})`;
    return { message: `${error.message}${at}`, hint: error.hint ?? "" };
  },
};

function scenarioOf(entry: ModelEntry, context: ModelContext): Scenario {
  const inline = INLINE_KEYS.filter((key) => entry[key] !== undefined && entry[key] !== null);
  const file = entry["scenario"];
  if ((typeof file === "string") === inline.length > 0)
    throw new AntlerError({
      code: "ANTLER_SCENARIO_SOURCE",
      message: `a scripted model needs either \`scenario\` or its own \`rules\` or \`turns\`${inline.length > 0 ? ", not both" : ""}`,
      hint: "Give the path of a scenario: `scenario: demo.yaml`.",
      position: context.locate("scenario") ?? context.locate("name"),
    });
  const scenario = typeof file === "string" ? fromFile(file, context) : fromEntry(entry, inline, context);
  const delay = entry["delay_ms"];
  return typeof delay === "number" ? { ...scenario, delayMs: delay } : scenario;
}

function fromFile(path: string, context: ModelContext): Scenario {
  const file = resolve(context.configDir, path);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new AntlerError({
      code: "ANTLER_SCENARIO_UNREADABLE",
      message: `the scenario ${path} cannot be read: ${errorText(error)}`,
      hint: "The path is relative to the folder of config.yaml.",
      position: context.locate("scenario"),
      cause: error,
    });
  }
  return readScenario(text, file);
}

function fromEntry(entry: ModelEntry, keys: readonly string[], context: ModelContext): Scenario {
  const value = Object.fromEntries(keys.map((key) => [key, entry[key]]));
  return inlineScenario(value, `models "${entry.name}"`, context.locate(keys[0] ?? "name"));
}
