import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { readSubagentsConfig } from "./config.js";
import { SUBAGENTS_CONFIG_SCHEMA } from "./config-schema.js";

const validate = new Ajv2020({ allErrors: true, strict: false }).compile(SUBAGENTS_CONFIG_SCHEMA);
const CUSTOM = { description: "d", system_prompt: "p" };

function refusedAt(section: unknown): readonly string[] {
  return validate(section) ? [] : (validate.errors ?? []).map((error) => error.instancePath || "/");
}

describe("schema", () => {
  it.each([
    ["an empty section", {}],
    ["no section", null],
    ["blank values", { timeout_seconds: null, agents: null, custom_agents: null, token_budget: null }],
    ["REG-049: a blank override", { agents: { bash: null } }],
    ["REG-047: an explicit null deny list", { custom_agents: { m: { ...CUSTOM, disallowed_tools: null } } }],
    ["a timeout beyond what a timer takes", { timeout_seconds: 2_592_000 }],
    ["SUB-15: any whole number as max_concurrent, which is clamped", { max_concurrent: 0 }],
  ])("admits %s", (_, section) => {
    expect(refusedAt(section)).toEqual([]);
  });

  it.each([
    ["REG-031: zero seconds", { timeout_seconds: 0 }, "/timeout_seconds"],
    ["negative turns", { agents: { bash: { max_turns: -1 } } }, "/agents/bash/max_turns"],
    ["REG-034: fractions", { timeout_seconds: 45.5 }, "/timeout_seconds"],
    ["REG-038: a boolean as a number", { max_turns: true }, "/max_turns"],
    ["REG-039: more than 50 tasks per run", { max_total_per_run: 51 }, "/max_total_per_run"],
    ["REG-041: an empty model name", { agents: { bash: { model: "" } } }, "/agents/bash/model"],
    ["REG-042: a bare string as a list", { agents: { bash: { skills: "ocr" } } }, "/agents/bash/skills"],
    ["REG-044: a type without a prompt", { custom_agents: { m: { description: "d" } } }, "/custom_agents/m"],
    ["an unknown key", { timeout: 3 }, "/"],
    ["an unknown key of an override", { agents: { bash: { tools: [] } } }, "/agents/bash"],
    ["the prompt in an override", { agents: { bash: { system_prompt: "x" } } }, "/agents/bash"],
    ["an unknown key of a type", { custom_agents: { m: { ...CUSTOM, colour: "red" } } }, "/custom_agents/m"],
    ["REG-064: a name with blanks", { custom_agents: { "a b": CUSTOM } }, "/custom_agents"],
    ["REG-064: a name with a slash", { custom_agents: { "a/b": CUSTOM } }, "/custom_agents"],
    ["REG-064: a name of 80 characters", { custom_agents: { ["n".repeat(80)]: CUSTOM } }, "/custom_agents"],
  ])("refuses %s", (_, section, path) => {
    expect(refusedAt(section)).toContain(path);
  });
});

describe("values", () => {
  it("has the documented defaults, no total per run among them", () => {
    expect(readSubagentsConfig(undefined)).toEqual({
      timeoutSeconds: 1800,
      maxTurns: null,
      maxConcurrent: 3,
      maxTotalPerRun: null,
      maxRunning: 3,
      graceSeconds: 2,
      finalTurn: true,
      tokenBudget: null,
      overrides: new Map(),
      customTypes: new Map(),
    });
  });

  it("the schema's defaults are the ones that are used", () => {
    const { properties } = SUBAGENTS_CONFIG_SCHEMA as { properties: Record<string, { default?: unknown }> };
    const defaults = Object.fromEntries(Object.entries(properties).map(([key, { default: value }]) => [key, value]));
    expect(readSubagentsConfig(defaults as Parameters<typeof readSubagentsConfig>[0])).toEqual(readSubagentsConfig({}));
  });

  it("tells an empty list from a blank one", () => {
    const { overrides } = readSubagentsConfig({ agents: { a: { skills: [] }, b: { skills: null } } });
    expect(overrides.get("a")?.skills).toEqual([]);
    expect(overrides.get("b")?.skills).toBeUndefined();
  });
});
