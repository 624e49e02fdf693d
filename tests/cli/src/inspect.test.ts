import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { antler, folderOf, HELLO } from "./test-io.js";

/** As people write it for the system whose key names we follow: global values, overrides, two custom agents. */
const DEERFLOW = `${HELLO}
subagents:
  # Default timeout in seconds for all subagents (default: 900 = 15 minutes)
  timeout_seconds: 600
  # Optional global max-turn override for all subagents
  max_turns: 120

  # Optional per-agent overrides
  agents:
    general-purpose:
      timeout_seconds: 1800
      max_turns: 160
      # model: qwen3:32b
    bash:
      timeout_seconds: 300
      max_turns: 80

  custom_agents:
    analysis:
      description: "Data analysis specialist for processing datasets and generating insights"
      system_prompt: |
        You are a data analysis subagent.
        Work with the files that you are given.
      tools:
        - bash
        - read_file
        - write_file
      skills:
      model: inherit
      max_turns: 80
      timeout_seconds: 600
    reviewer:
      description: Reads code and reports problems
      system_prompt: You review code.
      tools: [read_file, grep]
      disallowed_tools: [grep]
`;

interface Value {
  readonly value: unknown;
  readonly origin: string;
  readonly line: number | null;
  readonly shadows: readonly { readonly value: unknown; readonly origin: string }[];
}
interface Type {
  readonly name: string;
  readonly origin: string;
  readonly values: Readonly<Record<string, Value>>;
}

it("loads a DeerFlow-style section unchanged and lists the values that the rules give", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const check = await antler(cwd, ["config", "check"]);
  expect(check.code).toBe(0);
  const { code, out } = await antler(cwd, ["subagents", "list", "--json"]);
  expect(code).toBe(0);
  const types = new Map((JSON.parse(out) as Type[]).map((type) => [type.name, type]));
  const picked = (name: string, key: string): unknown => {
    const value = types.get(name)?.values[key];
    return value && [value.value, value.origin];
  };
  expect(picked("general-purpose", "max_turns")).toEqual([160, "per-agent"]);
  expect(picked("general-purpose", "timeout_seconds")).toEqual([1800, "per-agent"]);
  expect(picked("analysis", "max_turns")).toEqual([80, "custom"]);
  expect(picked("analysis", "timeout_seconds")).toEqual([600, "custom"]);
  expect(picked("analysis", "skills")?.valueOf()).toEqual(["all", expect.any(String)]);
  expect(picked("reviewer", "max_turns")).toEqual([50, expect.any(String)]);
  expect(picked("reviewer", "timeout_seconds")).toEqual([900, expect.any(String)]);
});

it("shows where a value stands and what it shadows, nearest first", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const { out } = await antler(cwd, ["subagents", "show", "general-purpose", "--json"]);
  const line = DEERFLOW.split("\n").findIndex((text) => text.includes("max_turns: 160")) + 1;
  const { values } = JSON.parse(out) as Type;
  expect(values["max_turns"]).toMatchObject({ value: 160, origin: "per-agent", line });
  expect(values["max_turns"]?.shadows.map(({ value, origin }) => [value, origin])).toEqual([
    [120, "global"],
    [150, "builtin"],
  ]);
  const table = await antler(cwd, ["subagents", "show", "general-purpose"]);
  expect(table.out).toMatch(new RegExp(`max_turns +160 +per-agent +config.yaml:${line}:18`));
});

it("lists the known names when a subagent type does not exist", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  for (const args of [
    ["subagents", "show", "analysys"],
    ["tools", "explain", "analysys"],
    ["prompt", "show", "analysys"],
  ]) {
    const { code, err } = await antler(cwd, args);
    expect(code).toBe(2);
    expect(err).toMatch(/"analysys"[\s\S]*Did you mean "analysis"/);
  }
});

it("shows exactly what a model would get first", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const { code, out } = await antler(cwd, ["prompt", "show", "reviewer", "--task", "Look at a.ts", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    messages: [
      { role: "system", content: "You review code." },
      { role: "human", content: "Look at a.ts" },
    ],
    tools: ["read_file"],
    deferred: [],
  });
});

it("explains each tool with layer, reason and the place of the rule", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const { out } = await antler(cwd, ["tools", "explain", "reviewer", "--json"]);
  const decisions = new Map((JSON.parse(out) as { name: string }[]).map((decision) => [decision.name, decision]));
  expect(decisions.get("read_file")).toMatchObject({ verdict: "kept", layer: null, reason: null });
  expect(decisions.get("grep")).toMatchObject({
    verdict: "removed",
    layer: "type-boundary",
    source: { line: DEERFLOW.split("\n").findIndex((text) => text.includes("disallowed_tools: [grep]")) + 1 },
  });
  const table = await antler(cwd, ["tools", "explain", "reviewer", "--tool", "grep"]);
  expect(table.out).toMatch(/grep +file:read +removed +2 type-boundary .* config\.yaml:\d+:\d+\n$/);
  const unknown = await antler(cwd, ["tools", "explain", "reviewer", "--tool", "grp"]);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.err).toContain('Did you mean "grep"?');
});

it.each([
  ["tools", "list"],
  ["skills", "list"],
  ["plugins", "list"],
  ["models", "list"],
  ["subagents", "list"],
  ["config", "print"],
  ["doctor"],
])("prints a table and, with --json, JSON: %s %s", async (...args) => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const words = args.filter((word) => word !== undefined);
  const table = await antler(cwd, words);
  const json = await antler(cwd, [...words, "--json"]);
  expect({ code: table.code, json: json.code, err: json.err }).toEqual({ code: 0, json: 0, err: "" });
  expect(() => JSON.parse(json.out)).not.toThrow();
  expect(table.out).not.toBe("");
  expect(table.out).not.toContain("\u001b");
});

it("never prints a key", async () => {
  const cwd = folderOf({
    "config.yaml": "models: [{ name: m, use: openai, model: x, api_key: $KEY, base_url: https://u:pw-1@h/v1 }]\n",
  });
  for (const args of [
    ["config", "print", "--effective"],
    ["config", "print", "--json"],
    ["models", "list"],
    ["plugins", "inspect", "@antler/model-openai"],
  ]) {
    const { out, err } = await antler(cwd, args, { env: { KEY: "sk-live-1" } });
    expect(out + err).not.toMatch(/sk-live-1|pw-1/);
  }
});

it("prints the order of the middlewares with the plugin that each comes from", async () => {
  const cwd = folderOf({ "config.yaml": HELLO });
  const { out } = await antler(cwd, ["plugins", "inspect", "@antler/subagents", "--json"]);
  const report = JSON.parse(out) as {
    middleware_order: { name: string; stage: string; plugin: string }[];
    version: string;
  };
  expect(report.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(report.middleware_order.map(({ stage }) => stage).at(0)).toBe("gate");
  expect(report.middleware_order).toContainEqual({
    name: "subagent-limit",
    stage: "limits",
    plugin: "@antler/subagents",
  });
});

it("CFG-13: a per-agent value goes before a global one, and a global one does not reach custom types", async () => {
  const cwd = folderOf({
    "config.yaml": `${HELLO}subagents:\n  max_turns: 40\n  agents: { bash: { max_turns: 10 } }\n  custom_agents: { x: { description: d, system_prompt: p, max_turns: 80 } }\n`,
  });
  const turns = async (): Promise<unknown> => {
    const types = JSON.parse((await antler(cwd, ["subagents", "list", "--json"])).out) as Type[];
    return Object.fromEntries(types.map(({ name, values }) => [name, values["max_turns"]?.value]));
  };
  expect(await turns()).toEqual({ "general-purpose": 40, bash: 10, x: 80 });
  expect(await turns()).toEqual({ "general-purpose": 40, bash: 10, x: 80 });
});

it("CFG-15: relative paths are relative to the config file, whatever the working folder is", async () => {
  const folder = folderOf({
    "p/config.yaml": `${HELLO}skills: { paths: [./my-skills] }\n`,
    "p/my-skills/deploy/SKILL.md": "---\nname: deploy\ndescription: Deploys.\n---\nBody.\n",
  });
  const { out } = await antler("/", ["skills", "list", "--json", "--config", `${folder}/p/config.yaml`]);
  expect((JSON.parse(out) as { skills: { name: string }[] }).skills.map(({ name }) => name)).toEqual(["deploy"]);
});

it("CFG-16: a name of Object.prototype is no subagent type, unless a config defines it", async () => {
  const plain = folderOf({ "config.yaml": HELLO });
  for (const name of ["constructor", "toString", "__proto__"])
    expect(await antler(plain, ["subagents", "show", name])).toMatchObject({ code: 2, out: "" });
  const defined = folderOf({
    "config.yaml": `${HELLO}subagents: { custom_agents: { constructor: { description: d, system_prompt: p } } }\n`,
  });
  const { code, out } = await antler(defined, ["subagents", "show", "constructor", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ name: "constructor", origin: "custom" });
});

it("CFG-11: the next command sees an edited config, and a broken edit stops only that command", async () => {
  const config = (seconds: string): string =>
    `${HELLO}subagents: { agents: { bash: { timeout_seconds: ${seconds} } } }\n`;
  const cwd = folderOf({ "config.yaml": config("100") });
  const timeout = async (): Promise<unknown> => {
    const { code, out } = await antler(cwd, ["subagents", "show", "bash", "--json"]);
    return code === 0 ? (JSON.parse(out) as Type).values["timeout_seconds"]?.value : code;
  };
  expect(await timeout()).toBe(100);
  writeFileSync(join(cwd, "config.yaml"), config("200"));
  expect(await timeout()).toBe(200);
  writeFileSync(join(cwd, "config.yaml"), config("[broken"));
  expect(await timeout()).toBe(2);
  writeFileSync(join(cwd, "config.yaml"), config("300"));
  expect(await timeout()).toBe(300);
});

it("prints where each value comes from: the file, the environment, or a default", async () => {
  const cwd = folderOf({ "config.yaml": `${HELLO}subagents:\n  max_running: \${RUNNING}\n` });
  const options = { env: { RUNNING: "7" } };
  const print = await antler(cwd, ["config", "print", "--effective", "--json"], options);
  const { values, subagents } = JSON.parse(print.out) as { values: { key: string }[]; subagents: Type[] };
  const value = (key: string): unknown => values.find((one) => one.key === key);
  expect(value("models[0].name")).toMatchObject({ value: "main", origin: "config", line: 2, column: 13 });
  expect(value("subagents.max_running")).toMatchObject({ origin: "environment", line: 4, shadows: [{ value: 3 }] });
  expect(value("subagents.max_concurrent")).toMatchObject({ value: 3, origin: "default", line: null });
  expect(subagents.map(({ name }) => name)).toContain("general-purpose");
  const written = JSON.parse((await antler(cwd, ["config", "print", "--json"], options)).out) as { values: object[] };
  expect(written.values.length).toBeLessThan(values.length);
});

it("prints one subagent type with --subagent, as subagents show does", async () => {
  const cwd = folderOf({ "config.yaml": DEERFLOW });
  const shown = await antler(cwd, ["subagents", "show", "analysis", "--json"]);
  expect((await antler(cwd, ["config", "print", "--subagent", "analysis", "--json"])).out).toBe(shown.out);
  expect((await antler(cwd, ["config", "print", "--subagent", "nobody"])).code).toBe(2);
});

it("subagents list shows a type that cannot be used here, and why", async () => {
  const cwd = folderOf({ "config.yaml": `${HELLO}sandbox: { use: local }\n` });
  const { code, out } = await antler(cwd, ["subagents", "list"]);
  expect(code).toBe(0);
  expect(out).toMatch(/^bash +builtin .*60 .*\nbash cannot be used here: .*sandbox\.allow_host_bash/m);
  const json = await antler(cwd, ["subagents", "list", "--json"]);
  const reasons = (JSON.parse(json.out) as { name: string; unavailable: string | null }[]).map(
    ({ name, unavailable }) => [name, unavailable === null],
  );
  expect(reasons).toEqual([
    ["general-purpose", true],
    ["bash", false],
  ]);
});
