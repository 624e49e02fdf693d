import { type AntlerError, formatPosition } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { inlineScenario, readScenario } from "./read-scenario.js";

function failure(yaml: string): string {
  try {
    readScenario(yaml, "s.yaml");
  } catch (error) {
    const { message, hint, position } = error as AntlerError;
    return `${position === undefined ? "?" : formatPosition(position)} ${message}. ${hint}`;
  }
  return "no failure";
}

describe("readScenario", () => {
  it.each([
    [
      "rules: [{ turns: [{ txt: hi }] }]",
      /^s\.yaml:1:21 scenario: rules\[0\]\.turns\[0\]\.txt is not a key of a scenario\. Did you mean "text"\?/,
    ],
    [
      "rules:\n  - when: '(?i)x'\n    turns: [{ text: a }]",
      /^s\.yaml:2:11 .*rules\[0\]\.when is no valid pattern.*flags: i/,
    ],
    [
      "turns:\n  - text: '{{ a | nope }}'",
      /^s\.yaml:2:11 .*turns\[0\]\.text is no valid template: undefined filter: nope/,
    ],
    ["turns:\n  - text: '{{ a'", /not closed/],
    ["turns:\n  - text: '{% include \"/etc/passwd\" %}'", /no valid template/],
    ["turns: [{ text: '{{ x | sample }}' }]", /undefined filter: sample/],
    ["turns: [{}]", /turns\[0\] needs text, calls or both/],
    ["turns: []", /turns must not be empty/],
    ["turns: [{ calls: [{ args: {} }] }]", /turns\[0\]\.calls\[0\] needs the key tool/],
    ["turns: [{ calls: [{ tool: ls, args: [] }] }]", /args must be a map/],
    ["turns: [{ calls: [{ tool: ls, as: 'a b' }] }]", /as must be a name/],
    ["turns: [{ calls: [{ tool: '{{ x }}' }] }]", /needs the key as/],
    ["turns: [{ text: a, repeat: 2 }]", /repeat needs calls/],
    ["turns: [{ calls: [{ tool: ls }], repeat: 0 }]", /repeat must be a whole number of at least 1/],
    ["turns: [{ text: 5 }]", /text must be a text\. Put it in quotes/],
    ["rules: {}", /rules must be a list/],
    ["delay_ms: 5", /the document has no rules/],
    ["", /the document must be a map/],
    ["turns: [{ text: a }]\nturns: []", /^s\.yaml:2:1 .*no valid YAML/],
    ["turns: [{ text: a", /no valid YAML/],
    ["rules: [{ when: { pattern: a, flags: g }, turns: [{ text: a }] }]", /must not have the flags g or y/],
    ["rules: [{ agent: { tool: [a] }, turns: [{ text: a }] }]", /rules\[0\]\.agent\.tool is not a key/],
  ])("refuses %j with file, line and column", (yaml, expected) => {
    expect(failure(yaml)).toMatch(expected);
  });

  it("takes the position of the entry for a scenario inside config.yaml", () => {
    const position = { file: "config.yaml", line: 3, column: 5 };
    const attempt = () => inlineScenario({ turns: [{ text: "a", nope: 1 }] }, "models main", position);
    expect(attempt).toThrow(expect.objectContaining({ code: "ANTLER_SCENARIO_INVALID", position }));
  });

  it("puts `turns` behind the rules, as a rule that always matches", () => {
    const scenario = readScenario("rules: [{ name: a, turns: [{ text: x }] }]\nturns: [{ text: y }]", "s.yaml");
    expect(scenario.rules.map((rule) => rule.name)).toEqual(["a", "turns"]);
  });
});
