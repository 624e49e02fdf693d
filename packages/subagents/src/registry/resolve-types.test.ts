import type { EffectiveSubagentType, SourcePosition, SubagentType } from "@antler/plugin-api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RawSubagentsConfig, readSubagentsConfig } from "../config/config.js";
import { BUILTIN_TYPES } from "../types/builtin-types.js";
import { resolveTypes, type TypeInput } from "./resolve-types.js";

const MAILROOM = { description: "Sorts incoming mail", system_prompt: "You sort mail." };
const COURIER: SubagentType = { name: "courier", description: "Carries things", systemPrompt: "You carry." };

/** Every path stands on a line of its own: as many lines down as it has characters. */
function locate(path: readonly (string | number)[]): SourcePosition {
  return { file: "config.yaml", line: path.join(".").length, column: 1 };
}
function input(raw: RawSubagentsConfig, contributed: TypeInput["contributed"] = []): TypeInput {
  return { config: readSubagentsConfig(raw), builtin: BUILTIN_TYPES, contributed, locate };
}
function get(name: string, raw: RawSubagentsConfig, contributed: TypeInput["contributed"] = []): EffectiveSubagentType {
  const type = resolveTypes(input(raw, contributed)).types.get(name)?.effective;
  if (type === undefined) throw new Error(`no type ${name}`);
  return type;
}

describe("definitions", () => {
  it("REG-004: a type contributed in code has 50 turns, 900 seconds, the lead's model, and denies only task", () => {
    const { origin, values } = get("courier", {}, [{ type: COURIER, plugin: "post" }]);
    expect(origin).toBe("plugin:post");
    expect(values.maxTurns).toEqual({ value: 50, origin: "plugin:post", position: null, shadows: [] });
    expect(values.timeoutSeconds.value).toBe(900);
    expect(values.model.value).toBe("inherit");
    expect(values.tools.value).toBe("all");
    expect(values.skills.value).toBe("all");
    expect(values.disallowedTools.value).toEqual(["task"]);
  });

  it("REG-010: lists built-in, then configured, then plugin types, each once and in order of declaration", () => {
    const { types } = resolveTypes(
      input({ custom_agents: { zeta: MAILROOM, bash: MAILROOM, alpha: MAILROOM } }, [
        { type: COURIER, plugin: "post" },
        { type: { ...COURIER, name: "alpha" }, plugin: "post" },
      ]),
    );
    expect([...types.keys()]).toEqual(["general-purpose", "bash", "zeta", "alpha", "courier"]);
  });

  it("REG-008: a configured type cannot replace a built-in one, and a warning names both", () => {
    const { types, warnings } = resolveTypes(input({ custom_agents: { bash: { ...MAILROOM, max_turns: 5 } } }));
    const values = types.get("bash")?.effective.values;
    expect(values?.systemPrompt.value).toBe(BUILTIN_TYPES[1]?.systemPrompt);
    expect(values?.maxTurns.value).toBe(60);
    expect(values?.tools.shadows).toEqual([]);
    expect(values?.maxTurns.shadows).toContainEqual({
      value: 5,
      origin: "custom",
      position: locate(["custom_agents", "bash", "max_turns"]),
    });
    expect(warnings).toEqual([
      {
        code: "ANTLER_SUBAGENT_SHADOWED",
        message: `the configured subagent type "bash" is not used: the built-in subagent type "bash" has the same name`,
        hint: 'Rename one of the two "bash".',
        position: locate(["custom_agents", "bash"]),
      },
    ]);
  });

  it("REG-060: the operator's definition comes before a plugin's, with the override on top and a warning", () => {
    const raw = { custom_agents: { courier: MAILROOM }, agents: { courier: { max_turns: 7 } } };
    const contributed = [{ type: { ...COURIER, maxTurns: 20 }, plugin: "post" }];
    const { values } = get("courier", raw, contributed);
    expect(values.description.value).toBe("Sorts incoming mail");
    expect(values.maxTurns.value).toBe(7);
    expect(values.maxTurns.shadows.map(({ value, origin }) => [value, origin])).toEqual([
      [50, "custom"],
      [20, "plugin:post"],
    ]);
    expect(resolveTypes(input(raw, contributed)).warnings[0]?.message).toBe(
      `plugin post's subagent type "courier" is not used: the configured subagent type "courier" (config.yaml:21:1) has the same name`,
    );
  });

  it("REG-061: another config replaces the first one and merges nothing", () => {
    const first = resolveTypes(input({ custom_agents: { mailroom: MAILROOM }, agents: { bash: { max_turns: 4 } } }));
    const second = resolveTypes(input({}));
    expect(first.types.has("mailroom")).toBe(true);
    expect(second.types.has("mailroom")).toBe(false);
    expect(second.types.get("bash")?.effective.values.maxTurns.value).toBe(60);
  });

  it("REG-057: names of Object.prototype are no types, and may be names of configured ones", () => {
    const { types } = resolveTypes(input({}));
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"])
      expect(types.get(name)).toBeUndefined();
    const custom = JSON.parse('{"__proto__": {"description": "d", "system_prompt": "p"}}') as NonNullable<
      RawSubagentsConfig["custom_agents"]
    >;
    expect(get("__proto__", { custom_agents: custom }).values.systemPrompt.value).toBe("p");
    expect(Object.hasOwn(Object.prototype, "description")).toBe(false);
  });

  it("REG-029: resolving with an override changes no built-in type", () => {
    const overridden = get("bash", { agents: { bash: { max_turns: 2, model: "m", skills: ["q"] } } });
    expect(overridden.values.skills.value).toEqual(["q"]);
    const { values } = get("bash", {});
    expect([values.maxTurns.value, values.model.value, values.skills.value]).toEqual([60, "inherit", "all"]);
  });

  it("REG-030: what is handed out is frozen and shares no list", () => {
    const type = get("bash", {});
    expect(() => (type.values.tools.value as string[]).push("web_fetch")).toThrow(TypeError);
    expect(() => Object.assign(type.values.maxTurns, { value: 1 })).toThrow(TypeError);
    expect(type.values.tools.value).not.toBe(BUILTIN_TYPES[1]?.tools);
    expect(get("bash", {}).values.tools.value).toEqual(["bash", "ls", "read_file", "write_file", "str_replace"]);
  });
});

describe("overrides", () => {
  it("takes the per-agent value, then the global one, then the type's own, and says what each shadows", () => {
    const { values } = get("bash", { max_turns: 22, agents: { bash: { max_turns: 4 } } });
    expect(values.maxTurns).toEqual({
      value: 4,
      origin: "per-agent",
      position: locate(["agents", "bash", "max_turns"]),
      shadows: [
        { value: 22, origin: "global", position: locate(["max_turns"]) },
        { value: 60, origin: "builtin", position: null },
      ],
    });
  });

  it("gives built-in types the global timeout even where it is not written", () => {
    const { timeoutSeconds } = get("bash", {}).values;
    expect(timeoutSeconds.value).toBe(1800);
    expect(timeoutSeconds.origin).toBe("global");
    expect(timeoutSeconds.shadows[0]).toEqual({ value: 900, origin: "builtin", position: null });
  });

  it("lets a token budget reach every type, a type's own before the global one", () => {
    const raw: RawSubagentsConfig = {
      token_budget: { max_tokens: 1000 },
      agents: { bash: { token_budget: { max_tokens: 10 } } },
      custom_agents: { mailroom: { ...MAILROOM, token_budget: { max_tokens: 500 } }, plain: MAILROOM },
    };
    const budget = (name: string): number | null => get(name, raw).values.tokenBudget.value;
    expect([budget("bash"), budget("general-purpose"), budget("mailroom"), budget("plain")]).toEqual([
      10, 1000, 500, 1000,
    ]);
    expect(get("bash", {}).values.tokenBudget.value).toBeNull();
  });

  it("property: an override always wins, a global value never reaches a configured type", () => {
    const turns = fc.option(fc.integer({ min: 1, max: 500 }), { nil: null });
    fc.assert(
      fc.property(turns, turns, turns, (global, own, override) => {
        const raw: RawSubagentsConfig = {
          max_turns: global,
          custom_agents: { mailroom: { ...MAILROOM, max_turns: own } },
          agents: { mailroom: { max_turns: override }, bash: { max_turns: override } },
        };
        expect(get("mailroom", raw).values.maxTurns.value).toBe(override ?? own ?? 50);
        expect(get("bash", raw).values.maxTurns.value).toBe(override ?? global ?? 60);
        expect(get("general-purpose", raw).values.maxTurns.value).toBe(global ?? 150);
      }),
    );
  });
});
