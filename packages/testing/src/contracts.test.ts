import type {
  MiddlewareFactory,
  ModelProvider,
  PlainTool,
  SkillSource,
  SubagentType,
  ToolFilter,
  ToolProvider,
} from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { middlewareContract } from "./middleware-contract.js";
import { modelProviderContract } from "./model-provider-contract.js";
import type { TestRunner } from "./runner.js";
import { scriptedModel } from "./scripted-model.js";
import { skillSourceContract } from "./skill-source-contract.js";
import { subagentTypeContract } from "./subagent-type-contract.js";
import { toolFilterContract } from "./tool-filter-contract.js";
import { toolProviderContract } from "./tool-provider-contract.js";

const tool: PlainTool = {
  name: "look",
  description: "Looks.",
  group: "test",
  parameters: { type: "object", properties: {} },
  run: () => "seen",
};
const provider: ToolProvider = { name: "p", list: () => [tool] };
const filter: ToolFilter = {
  name: "f",
  judge: ({ name }) => (name === "bash" ? { allow: false, code: "ANTLER_TEST", reason: "No shell." } : { allow: true }),
};
const middleware: MiddlewareFactory = { name: "m", stage: "context", create: () => ({ name: "m" }) };
const type: SubagentType = { name: "auditor", description: "Audits.", systemPrompt: "You audit." };
const skill = {
  name: "s",
  description: "d",
  file: "/s/SKILL.md",
  body: "b",
  allowedTools: "all",
  disallowedTools: [],
  sources: {},
} as const;
const source: SkillSource = { name: "s", list: () => ({ skills: [skill], diagnostics: [] }) };
const model: ModelProvider = {
  name: "m",
  create: () => scriptedModel(() => "hello there"),
  check: (entry) =>
    entry.model === undefined ? [{ code: "ANTLER_TEST", message: "no model", hint: "Give one." }] : [],
};
const entry = { name: "a", use: "m", model: "x" };
const brokenEntry = { name: "a", use: "m" };

const runner: TestRunner = { describe, it, expect };
modelProviderContract(runner, { name: "a good one", create: () => model, entry, brokenEntry });
toolFilterContract(runner, { name: "a good one", create: () => filter });
toolProviderContract(runner, { name: "a good one", create: () => provider });
toolProviderContract(runner, {
  name: "a good one without a group",
  create: () => ({ ...provider, list: () => [{ ...tool, group: "" }] }),
});
middlewareContract(runner, { name: "a good one", create: () => middleware });
subagentTypeContract(runner, { name: "a good one", create: () => type });
skillSourceContract(runner, { name: "a good one", create: () => source });

/** Names of the tests of a suite that fail. */
async function failures(suite: (runner: TestRunner) => void): Promise<readonly string[]> {
  const tests: { readonly name: string; readonly body: () => void | Promise<void> }[] = [];
  suite({ describe: (_name, body) => body(), it: (name, body) => tests.push({ name, body }), expect });
  const failed: string[] = [];
  for (const { name, body } of tests) await (async () => body())().catch(() => failed.push(name));
  return failed;
}

let count = 0;
const unsteady = (): string => `No ${++count}.`;

describe("contract suites catch", () => {
  it.each<[string, ToolFilter, string]>([
    [
      "a refusal without a reason",
      { name: "f", judge: () => ({ allow: false, code: "ANTLER_TEST", reason: "" }) },
      "allows, or refuses",
    ],
    [
      "a verdict that changes",
      { name: "f", judge: () => ({ allow: false, code: "ANTLER_TEST", reason: unsteady() }) },
      "gives the same verdict twice",
    ],
    [
      "a filter that writes into the agent",
      {
        name: "f",
        judge: (_tool, agent) => {
          (agent.blueprint as { name: string }).name += "!";
          return { allow: true };
        },
      },
      "changes neither",
    ],
    [
      "a present verdict of another form",
      { ...filter, judgeNow: () => ({ allow: false, code: "ANTLER_TEST", reason: " " }) },
      "judges calls",
    ],
  ])("%s", async (_name, bad, expected) => {
    const failed = await failures((run) => toolFilterContract(run, { name: "bad", create: () => bad }));
    expect(failed.some((name) => name.startsWith(expected))).toBe(true);
  });

  it.each<[string, readonly PlainTool[], string]>([
    ["a name that no API takes", [{ ...tool, name: "look at" }], "offers tools with"],
    ["a tool without a description", [{ ...tool, description: " " }], "offers tools with"],
    ["a group that is blank but not empty", [{ ...tool, group: " " }], "offers tools with"],
    ["two tools of one name", [tool, tool], "offers no two"],
    ["a way to delegate", [{ ...tool, name: "task" }], "offers no way"],
  ])("%s", async (_name, tools, expected) => {
    const bad: ToolProvider = { name: "p", list: () => tools };
    const failed = await failures((run) => toolProviderContract(run, { name: "bad", create: () => bad }));
    expect(failed.some((name) => name.startsWith(expected))).toBe(true);
  });

  it("a provider whose list changes", async () => {
    const bad: ToolProvider = { name: "p", list: () => [{ ...tool, name: `t${++count}` }] };
    const failed = await failures((run) => toolProviderContract(run, { name: "bad", create: () => bad }));
    expect(failed).toEqual(["offers the same tools in the same order every time"]);
  });

  it("a middleware that agents share, that stands nowhere, or that brings tools", async () => {
    const shared = { name: "m" };
    const bad = {
      name: "m",
      stage: "nowhere",
      create: () => Object.assign(shared, { tools: [tool] }),
    } as unknown as MiddlewareFactory;
    const failed = await failures((run) => middlewareContract(run, { name: "bad", create: () => bad }));
    expect(failed.slice(0, 3)).toEqual([
      "stands in a stage that exists",
      "gives every agent a middleware of its own, or none",
      "brings a name and no tools: those come from a tool provider, so that the filters see them",
    ]);
  });

  it("a middleware that disturbs an agent", async () => {
    const stop = (): never => {
      throw new Error("not today");
    };
    const bad: MiddlewareFactory = { ...middleware, create: () => ({ name: "m", beforeModel: stop }) };
    expect(await failures((run) => middlewareContract(run, { name: "bad", create: () => bad }))).toEqual([
      "lets an agent answer that does nothing unusual",
    ]);
  });

  it.each<[string, Partial<SubagentType>, string]>([
    ["a type that takes a built-in name", { name: "bash" }, "does not take the place"],
    ["a type without a prompt", { systemPrompt: "" }, "has a name"],
    ["a type that delegates", { tools: ["task"] }, "cannot delegate"],
    ["a type with half a turn", { maxTurns: 0.5 }, "has limits"],
  ])("%s", async (_name, changes, expected) => {
    const failed = await failures((run) =>
      subagentTypeContract(run, { name: "bad", create: () => ({ ...type, ...changes }) }),
    );
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(expected);
  });

  it.each([
    ["a relative file", { file: "s/SKILL.md" }, "lists skills with a name"],
    ["a body with blank ends", { body: "b\n" }, "has bodies without"],
    ["a nameless tool", { allowedTools: [""] }, "declares tools"],
  ])("%s", async (_name, changes, expected) => {
    const bad: SkillSource = { name: "s", list: () => ({ skills: [{ ...skill, ...changes }], diagnostics: [] }) };
    const failed = await failures((run) => skillSourceContract(run, { name: "bad", create: () => bad }));
    expect(failed).toHaveLength(1);
    expect(failed[0]).toContain(expected);
  });

  it("a model that says nothing, and a check that finds nothing", async () => {
    const bad: ModelProvider = { ...model, create: () => scriptedModel(() => ""), check: () => [] };
    const failed = await failures((run) =>
      modelProviderContract(run, { name: "bad", create: () => bad, entry, brokenEntry }),
    );
    expect(failed).toEqual([
      "says what is wrong with a broken entry: code, message, next step",
      "creates a chat model that answers, with tools bound or not",
      "streams an answer whose pieces make a whole AI message",
    ]);
  });
});
