import { isAntlerError } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import type { PlayedMessage } from "./conversation.js";
import { play } from "./play.js";
import { readScenario } from "./read-scenario.js";

const human = (text: string): PlayedMessage => ({ type: "human", text, calls: [] });
const ai = (...calls: readonly (readonly [name: string, args: object])[]): PlayedMessage => ({
  type: "ai",
  text: "",
  calls: calls.map(([name, args], index) => ({ id: `${name}${index}`, name, args })),
});
const tool = (callId: string, text: string): PlayedMessage => ({ type: "tool", text, calls: [], callId });
const said = (text: string): PlayedMessage => ({ type: "ai", text, calls: [] });

function next(yaml: string, messages: readonly PlayedMessage[], tools: readonly string[] = ["ls", "task"]) {
  const { text, calls } = play(readScenario(yaml, "s.yaml"), { messages, tools });
  return { text, calls: calls.map((call) => [call.name, call.args]) };
}

const DELEGATE = String.raw`
rules:
  - name: lead
    when: { pattern: 'find (?<symbol>\w+)', flags: i }
    patterns:
      hit: { pattern: '^(?<file>[^:\n]+):(?<line>\d+)', flags: m }
    vars:
      files: '{{ result.hits | matches: pattern.hit | map: "file" | uniq }}'
    turns:
      - text: Looking.
        calls: [{ tool: grep, args: { pattern: '{{ capture.symbol }}', literal: true, limit: 9 }, as: hits }]
      - calls:
          - tool: task
            for_each: '{{ vars.files }}'
            args: { prompt: 'Read {{ item }}', n: '{{ index }}' }
            as: reports
      - text: |
          {% for report in results.reports %}{{ report.item }}: {{ report.text }}
          {% else %}none
          {% endfor %}
`;
const GREP = ["grep", { pattern: "foo", literal: true, limit: 9 }] as const;
const GREPPED = [human("Find foo"), ai(GREP), tool("grep0", "a.ts:1: foo\nb.ts:2: foo\na.ts:7: foo\nc.ts:1: foo")];

describe("play", () => {
  it("asks for the first turn's calls, with captures as arguments", () => {
    expect(next(DELEGATE, [human("please FIND foo")])).toEqual({ text: "Looking.", calls: [GREP] });
  });

  it("makes one call for each element of a list from a tool's real result, with the values' own types", () => {
    expect(next(DELEGATE, GREPPED).calls).toEqual([
      ["task", { prompt: "Read a.ts", n: 0 }],
      ["task", { prompt: "Read b.ts", n: 1 }],
      ["task", { prompt: "Read c.ts", n: 2 }],
    ]);
  });

  it("asks again only for the calls that were dropped, until all are made", () => {
    const first = [...GREPPED, ai(["task", { prompt: "Read a.ts", n: 0 }]), tool("task0", "A")];
    expect(next(DELEGATE, first).calls.map(([, args]) => args)).toEqual([
      { prompt: "Read b.ts", n: 1 },
      { prompt: "Read c.ts", n: 2 },
    ]);
  });

  it("answers from all results once nothing is left to do", () => {
    const rest = ai(["task", { n: 1, prompt: "Read b.ts" }], ["task", { prompt: "Read c.ts", n: 2 }]);
    const done = [...GREPPED, ai(["task", { prompt: "Read a.ts", n: 0 }]), tool("task0", "A")];
    // The second message's calls have ids of their own, as in a real history.
    const renamed = { ...rest, calls: rest.calls.map((call, index) => ({ ...call, id: `r${index}` })) };
    expect(next(DELEGATE, [...done, renamed, tool("r0", "B"), tool("r1", "C")])).toEqual({
      text: "a.ts: A\nb.ts: B\nc.ts: C",
      calls: [],
    });
  });

  it("passes over a turn whose list is empty", () => {
    expect(next(DELEGATE, [human("find foo"), ai(GREP), tool("grep0", "No matches.")])).toEqual({
      text: "none",
      calls: [],
    });
  });

  it("makes no calls where none is offered, and answers with what it has", () => {
    expect(next(DELEGATE, GREPPED, []).text).toBe("none");
  });

  it("begins anew with the next question, and passes over remarks amid the work", () => {
    const remark = human("You are repeating yourself.");
    expect(next(DELEGATE, [...GREPPED, remark]).calls).toHaveLength(3);
    const answered = [human("find foo"), ai(GREP), tool("grep0", "No matches."), said("none")];
    expect(next(DELEGATE, [...answered, human("find foo")]).text).toBe("Looking.");
    expect(next(DELEGATE, [...answered, human("hello")]).text).toBe(
      "This scripted model has no rule for that message. Scenario: s.yaml. Its rules: lead.",
    );
  });

  it("goes on after a remark about calls that were all dropped", () => {
    const dropped = [...GREPPED, said(""), human("None of these tasks was started.")];
    expect(next(DELEGATE, dropped).calls).toHaveLength(3);
    const yaml = DELEGATE.replace(
      "- calls:\n          - tool: task",
      "- text: I delegate.\n        calls:\n          - tool: task",
    );
    expect(next(yaml, [...GREPPED, said("I delegate."), human("None of these tasks was started.")]).calls).toHaveLength(
      3,
    );
  });

  it("chooses a rule by system message and by tools, offered now or called before", () => {
    const yaml = `
rules:
  - { agent: { system: 'general', without_tools: [task] }, turns: [{ text: child }] }
  - { agent: { tools: [task] }, turns: [{ text: lead }] }
otherwise: 'I only know {{ rules | size }} rules, not {{ message }}'`;
    const system: PlayedMessage = { type: "system", text: "You are general-purpose.", calls: [] };
    expect(next(yaml, [system, human("x")], ["ls"]).text).toBe("child");
    expect(next(yaml, [system, human("x")], ["ls", "task"]).text).toBe("lead");
    expect(next(yaml, [human("x"), ai(["task", {}]), tool("task0", "")], []).text).toBe("lead");
    expect(next(yaml, [human("x")], ["ls"]).text).toBe("I only know 2 rules, not x");
  });

  it("repeats a turn as often as it says", () => {
    const yaml = "turns: [{ calls: [{ tool: ls, args: {} }], repeat: 2 }, { text: '{{ results.ls | size }}' }]";
    const one = [human("x"), ai(["ls", {}]), tool("ls0", "a")];
    expect(next(yaml, one).calls).toEqual([["ls", {}]]);
    expect(next(yaml, [...one, ai(["ls", {}]), tool("ls0", "a")]).text).toBe("2");
    const forever = yaml.replace("2 }", "forever }");
    expect(next(forever, [...one, ai(["ls", {}]), tool("ls0", "a")]).calls).toHaveLength(1);
  });

  it("skips a turn whose condition does not hold", () => {
    const yaml = `
turns:
  - calls: [{ tool: ls, as: tree }]
  - if: '{% if result.tree == "secret" %}yes{% endif %}'
    text: unreachable
  - text: end`;
    expect(next(yaml, [human("x"), ai(["ls", {}]), tool("ls0", "secret")]).text).toBe("unreachable");
    expect(next(yaml, [human("x"), ai(["ls", {}]), tool("ls0", "other")]).text).toBe("end");
  });

  it("tells a missing result from an empty one", () => {
    const yaml = "turns: [{ calls: [{ tool: ls }] }, { text: '{{ results.ls[0].status }}' }]";
    expect(next(yaml, [human("x"), ai(["ls", {}])]).text).toBe("missing");
    expect(next(yaml, [human("x"), ai(["ls", {}]), tool("ls0", "")]).text).toBe("success");
  });

  it("never reads templates out of what users and tools say", () => {
    const yaml = "turns: [{ text: '{{ message }}' }]";
    expect(next(yaml, [human("{{ system }} $& {% if %}")]).text).toBe("{{ system }} $& {% if %}");
  });

  it("names the template that uses what is not there", () => {
    const attempt = () => next("turns:\n  - text: 'Hi {{ capture.nobody }}'", [human("x")]);
    expect(attempt).toThrow(
      'the scenario\'s template "Hi {{ capture.nobody }}" failed: undefined variable: capture.nobody',
    );
    try {
      attempt();
    } catch (error) {
      expect(isAntlerError(error, "ANTLER_SCENARIO_TEMPLATE") && error.position).toEqual({
        file: "s.yaml",
        line: 2,
        column: 11,
      });
    }
  });

  it("says when for_each gives no list", () => {
    expect(() => next("turns: [{ calls: [{ tool: ls, for_each: '{{ message }}' }] }]", [human("x")])).toThrow(
      "gives no list",
    );
  });
});
