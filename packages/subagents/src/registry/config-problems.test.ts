import { describe, expect, it } from "vitest";
import { type RawSubagentsConfig, readSubagentsConfig } from "../config/config.js";
import { BUILTIN_TYPES } from "../types/builtin-types.js";
import { configProblems } from "./config-problems.js";
import type { TypeInput } from "./resolve-types.js";

const at = (path: readonly (string | number)[]) => ({ file: "config.yaml", line: path.length, column: 1 });

function problems(raw: RawSubagentsConfig, contributed: TypeInput["contributed"] = []) {
  const input = { config: readSubagentsConfig(raw), builtin: BUILTIN_TYPES, contributed, locate: at };
  return configProblems(raw, input, ["big", "small"]);
}

describe("config check", () => {
  it("finds nothing in an empty section", () => {
    expect(problems({})).toEqual([]);
  });

  it("REG-027: an override for an unknown type is an error that lists the known ones", () => {
    expect(problems({ agents: { bassh: { max_turns: 3 } } })).toEqual([
      {
        severity: "error",
        code: "ANTLER_SUBAGENT_UNKNOWN",
        message: 'subagents.agents: there is no subagent type "bassh"',
        hint: 'Did you mean "bash"? Known: general-purpose, bash.',
        position: at(["agents", "bassh"]),
      },
    ]);
  });

  it("SUB-28: a model that is not configured is an error at its place, for overrides and for types", () => {
    const found = problems({
      agents: { bash: { model: "smal" } },
      custom_agents: { mailroom: { description: "d", system_prompt: "p", model: "huge" } },
    });
    expect(found.map(({ message, position }) => [message, position?.line])).toEqual([
      ['the subagent type "bash" wants the model "smal", which is not configured', 3],
      ['the subagent type "mailroom" wants the model "huge", which is not configured', 3],
    ]);
    expect(found[0]?.hint).toBe('Did you mean "small"? Known: inherit, big, small.');
  });

  it("a plugin's type that cannot work is an error that names plugin and faults", () => {
    const type = { name: "a b", description: " ", systemPrompt: "p", maxTurns: 0, timeoutSeconds: 1.5 };
    expect(problems({}, [{ type, plugin: "post" }])).toMatchObject([
      {
        severity: "error",
        code: "ANTLER_SUBAGENT_TYPE_INVALID",
        message:
          'plugin post\'s subagent type "a b" is not used: its name is not 1 to 64 letters, digits, - and _; it has no description, so nobody can tell when to use it; its maxTurns is not a whole number from 1; its timeoutSeconds is not a whole number from 1',
      },
    ]);
  });

  it("warns of a shadowed definition and of a limit that is clamped", () => {
    const found = problems({ max_concurrent: 99, custom_agents: { bash: { description: "d", system_prompt: "p" } } });
    expect(found.map(({ severity, code }) => [severity, code])).toEqual([
      ["warning", "ANTLER_SUBAGENT_SHADOWED"],
      ["warning", "ANTLER_SUBAGENT_LIMIT_CLAMPED"],
    ]);
    expect(found[1]?.message).toBe("subagents.max_concurrent is 99; 4 is used");
  });

  it("warns of a blank list of skills in an override, and says what to write", () => {
    expect(problems({ agents: { bash: { skills: null } } })).toMatchObject([
      { severity: "warning", code: "ANTLER_SUBAGENT_SKILLS_BLANK", position: at(["agents", "bash", "skills"]) },
    ]);
    expect(problems({ agents: { bash: { skills: [] } } })).toEqual([]);
  });

  it("warns of a global that custom types keep out of, naming them, unless each has its own value", () => {
    const own = { description: "d", system_prompt: "p" };
    expect(problems({ max_turns: 20, custom_agents: { a: own, b: { ...own, max_turns: 5 } } })).toMatchObject([
      {
        severity: "warning",
        code: "ANTLER_SUBAGENT_GLOBAL_UNREACHED",
        message: expect.stringContaining("custom types a keep"),
      },
    ]);
    expect(problems({ max_turns: 20, agents: { a: { max_turns: 7 } }, custom_agents: { a: own } })).toEqual([]);
    expect(problems({ max_turns: 20 })).toEqual([]);
  });
});
