import { PLUGIN_API_VERSION, type Plugin, SKILL_SOURCE } from "@antler/plugin-api";
import { scriptedModel } from "@antler/testing";
import { expect, it } from "vitest";
import { folderOf, humanOf, platformOf, runOnce, skillText, systemOf, taskCall, toolsOf } from "./fixture.js";

const THREE = {
  "skills/a/SKILL.md": skillText("a", ["allowed-tools: [web, task]"]),
  "skills/b/SKILL.md": skillText("b", ["license: MIT", "allowed-tools: [ls, read_file]"]),
  "skills/c/SKILL.md": skillText("c", ["allowed-tools: [web]"]),
};
const NARROW = `
skills: { allowed: [a, b] }
subagents:
  custom_agents:
    narrow: { description: d, system_prompt: You are narrow., skills: [b, c] }
`;

/** The lead delegates one task to the type; the subagent calls `web` and then answers. */
const delegating = (type: string) =>
  scriptedModel((request) => {
    if (humanOf(request) === "go") return request.turn === 0 ? { calls: [taskCall(type)] } : "done";
    return request.turn === 0 ? { calls: [{ name: "web", args: {} }] } : "the result";
  });

it("a lead allowed [a, b] and a type asking for [b, c]: only b is loaded, and its allowed-tools hold", async () => {
  await using folder = await folderOf(THREE);
  const model = delegating("narrow");
  const tools = toolsOf("ls", "read_file", "web");
  await using platform = await platformOf(model, folder, NARROW, [tools]);
  await runOnce(platform);
  const child = model.requests.filter((request) => humanOf(request) === "the task");
  expect(child[0]?.tools).toEqual(["ls", "read_file"]);
  expect(systemOf(child[0] as never)).toBe('You are narrow.\n\n<skill name="b">\nBody of b.\n</skill>');
  expect(child[1]?.messages.at(-1)?.text).toContain('Tool "web" is not available to you');
  expect(tools.calls).toEqual([]);
});

it("the story of each tool names the skill and its line", async () => {
  await using folder = await folderOf(THREE);
  await using platform = await platformOf(delegating("narrow"), folder, NARROW, [toolsOf("ls", "read_file", "web")]);
  const { decisions, skills } = await platform.resolve("narrow");
  expect(skills.map(({ name }) => name)).toEqual(["b"]);
  const web = decisions.find(({ name }) => name === "web");
  expect(web).toMatchObject({
    verdict: "removed",
    layer: "skill-boundary",
    source: { file: `${folder.path}/skills/b/SKILL.md`, line: 5, column: 1 },
  });
  expect(web?.reason).toContain('"b"');
});

it("SKL-30: the first request after the start has the skills, the lead's in name order", async () => {
  await using folder = await folderOf({ "skills/z/SKILL.md": skillText("z"), "skills/a/SKILL.md": skillText("a") });
  const model = scriptedModel(["done"]);
  await using platform = await platformOf(model, folder, "lead: { system_prompt: P }");
  await runOnce(platform);
  const [a, z] = ['<skill name="a">\nBody of a.\n</skill>', '<skill name="z">\nBody of z.\n</skill>'];
  expect(systemOf(model.requests[0] as never)).toBe(`P\n\n${a}\n\n${z}`);
});

it("SKL-31: null, [] and a list of skills are three things, and a disabled skill is in none of them", async () => {
  await using folder = await folderOf({ "skills/x/SKILL.md": skillText("x"), "skills/y/SKILL.md": skillText("y") });
  const config = (disabled: string) => `
skills: { disabled: [${disabled}] }
subagents:
  custom_agents:
    a: { description: d, system_prompt: p, skills: null }
    b: { description: d, system_prompt: p, skills: [] }
    c: { description: d, system_prompt: p, skills: [x] }
`;
  const loaded = async (disabled: string): Promise<readonly (readonly string[])[]> => {
    await using platform = await platformOf(scriptedModel([]), folder, config(disabled));
    const agents = await Promise.all(["a", "b", "c"].map((name) => platform.resolve(name)));
    return agents.map(({ skills }) => skills.map(({ name }) => name));
  };
  expect(await loaded("")).toEqual([["x", "y"], [], ["x"]]);
  expect(await loaded("x")).toEqual([["y"], [], []]);
});

it("SYS-008, SYS-016: skills stand in name order and never in the type's own prompt", async () => {
  await using folder = await folderOf({
    "skills/tides/SKILL.md": skillText("tides"),
    "skills/charts/SKILL.md": skillText("charts"),
  });
  const config = `
subagents:
  custom_agents: { both: { description: d, system_prompt: P, skills: [tides, charts] } }
  agents: { general-purpose: { skills: [] } }
`;
  await using platform = await platformOf(scriptedModel([]), folder, config);
  const both = await platform.resolve("both");
  expect(both.systemMessage).toMatch(/^P\n\n<skill name="charts">.*<skill name="tides">/s);
  expect(both.blueprint.systemPrompt).toBe("P");
  expect((await platform.resolve("general-purpose")).systemMessage).not.toContain("<skill");
});

it("ALW-022: a source that fails fails the task with its message, before any model call", async () => {
  await using folder = await folderOf({});
  let broken = false;
  const store: Plugin = {
    apiVersion: PLUGIN_API_VERSION,
    id: "store",
    register: ({ provide }) =>
      provide(SKILL_SOURCE, {
        name: "store",
        list: () => {
          if (broken) throw new Error("the store is down");
          return { skills: [], diagnostics: [] };
        },
      }),
  };
  const model = scriptedModel((request) => {
    if (humanOf(request) !== "go") return "the subagent ran";
    broken = true;
    return request.turn === 0 ? { calls: [taskCall("general-purpose")] } : (request.messages.at(-1)?.text ?? "");
  });
  await using platform = await platformOf(model, folder, "", [store]);
  const { result } = await runOnce(platform);
  expect(result.text).toMatch(/^Task failed\. Error: .*the store is down/);
  expect(model.requests.map(humanOf)).toEqual(["go", "go"]);
});

it("SYS-015: descriptions of tools are bound to the model and stand in no message", async () => {
  await using folder = await folderOf({ "skills/a/SKILL.md": skillText("a") });
  const model = delegating("general-purpose");
  await using platform = await platformOf(model, folder, "", [toolsOf("ls", "read_file", "web", "bash", "glob")]);
  await runOnce(platform);
  for (const { messages, toolDefinitions } of model.requests) {
    expect(JSON.stringify(toolDefinitions)).toContain("Does read_file.");
    expect(messages.map(({ text }) => text).join("\n")).not.toContain("Does read_file.");
  }
});

it("ALW-018: an unknown name in config is said once, with its place and the nearest name", async () => {
  await using folder = await folderOf({ "skills/ledger/SKILL.md": skillText("ledger") });
  const config = `
skills: { allowed: [ledger, ledgr] }
subagents: { custom_agents: { clerk: { description: d, system_prompt: p, skills: [ledgr] } } }
`;
  await using platform = await platformOf(scriptedModel(["done"]), folder, config);
  const unknown = platform.warnings.filter(({ code }) => code === "ANTLER_SKILL_UNKNOWN");
  expect(unknown.map(({ message, position }) => [message, position?.line])).toEqual([
    ['skills.allowed names the skill "ledgr", which does not exist', 3],
    ['subagent clerk names the skill "ledgr", which does not exist', 4],
  ]);
  expect(unknown[0]?.hint).toContain('Did you mean "ledger"?');
  for (const name of ["lead", "clerk"]) expect((await platform.resolve(name)).warnings).toEqual([]);
});
