import { scriptedModel } from "@antler/testing";
import { expect, it } from "vitest";
import {
  folderOf,
  humanOf,
  lastToolTexts,
  platformOf,
  runOnce,
  skillText,
  systemOf,
  taskCall,
  toolsOf,
} from "./fixture.js";

const SKILLS = {
  "skills/charts/SKILL.md": skillText("charts", ["allowed-tools: [ls]"]),
  "skills/tides/SKILL.md": skillText("tides", ["allowed-tools: [web]"]),
  "skills/free/SKILL.md": skillText("free"),
};
const INDEX = "skills: { loading: index }\n";
const load = (name: string) => ({ name: "load_skill", args: { name } });

it("the prompt has names and descriptions only, and every tool is there before anything is loaded", async () => {
  await using folder = await folderOf(SKILLS);
  const model = scriptedModel(["done"]);
  await using platform = await platformOf(model, folder, INDEX, [toolsOf("ls", "web")]);
  await runOnce(platform);
  const [request] = model.requests;
  expect(systemOf(request as never)).toContain("- charts: About charts\n- free: About free\n- tides: About tides");
  expect(systemOf(request as never)).not.toContain("Body of");
  expect(request?.tools).toEqual(["task", "ls", "web", "load_skill"]);
});

it("load_skill brings the body in once, and from then on its limits hold at schema and at execution", async () => {
  await using folder = await folderOf(SKILLS);
  const tools = toolsOf("ls", "web");
  const model = scriptedModel([
    { calls: [load("charts")] },
    {
      calls: [
        { name: "web", args: {} },
        { name: "ls", args: {} },
      ],
    },
    { calls: [load("charts")] },
    "done",
  ]);
  await using platform = await platformOf(model, folder, INDEX, [tools]);
  await runOnce(platform);
  const [, second, third, fourth] = model.requests;
  expect(lastToolTexts(second as never)).toEqual([
    '<skill name="charts">\nBody of charts.\n</skill>\n\nFrom now on you can call only: ls.',
  ]);
  expect(second?.tools).toEqual(["ls", "load_skill"]);
  expect(lastToolTexts(third as never)[0]).toContain('Tool "web" is not available now');
  expect(lastToolTexts(third as never)[1]).toBe("ls ran");
  expect(tools.calls).toEqual(["ls"]);
  expect(lastToolTexts(fourth as never)).toEqual([
    'The skill "charts" is already loaded. Follow its instructions above.',
  ]);
});

it("two skills loaded in one message are both in force: their tools add up", async () => {
  await using folder = await folderOf(SKILLS);
  const model = scriptedModel([{ calls: [load("charts"), load("tides")] }, "done"]);
  await using platform = await platformOf(model, folder, INDEX, [toolsOf("ls", "web", "bash")]);
  await runOnce(platform);
  expect(model.requests[1]?.tools).toEqual(["ls", "web", "load_skill"]);
});

it("what one task loads restricts neither its sibling nor the lead", async () => {
  await using folder = await folderOf(SKILLS);
  const model = scriptedModel((request) => {
    const task = humanOf(request);
    if (task === "go")
      return request.turn === 0 ? { calls: [taskCall("worker", "one"), taskCall("worker", "two")] } : "done";
    return request.turn === 0 && task === "one" ? { calls: [load("charts")] } : "the result";
  });
  const config = `${INDEX}subagents: { custom_agents: { worker: { description: d, system_prompt: p } } }\n`;
  await using platform = await platformOf(model, folder, config, [toolsOf("ls", "web")]);
  await runOnce(platform);
  const toolsFor = (task: string): unknown =>
    model.requests.filter((request) => humanOf(request) === task).map((request) => request.tools);
  expect(toolsFor("one")).toEqual([
    ["ls", "web", "load_skill"],
    ["ls", "load_skill"],
  ]);
  expect(toolsFor("two")).toEqual([["ls", "web", "load_skill"]]);
  expect(toolsFor("go")).toEqual([
    ["task", "ls", "web", "load_skill"],
    ["task", "ls", "web", "load_skill"],
  ]);
});

it("a subagent without skills gets no load_skill", async () => {
  await using folder = await folderOf(SKILLS);
  const config = `${INDEX}subagents: { agents: { general-purpose: { skills: [] } } }\n`;
  await using platform = await platformOf(scriptedModel([]), folder, config, [toolsOf("ls")]);
  expect((await platform.resolve("general-purpose")).tools.map(({ name }) => name)).toEqual(["ls"]);
  const decision = (await platform.resolve("lead")).decisions.find(({ name }) => name === "load_skill");
  expect(decision?.verdict).toBe("exempt");
});

it("a thread that is taken up again is held to what it has loaded", async () => {
  await using folder = await folderOf(SKILLS);
  const model = scriptedModel([{ calls: [load("charts")] }, "done", "done again"]);
  await using platform = await platformOf(model, folder, INDEX, [toolsOf("ls", "web")]);
  await platform.run({ prompt: "go", threadId: "t" });
  await platform.run({ prompt: "go on", threadId: "t" });
  expect(model.requests[2]?.tools).toEqual(["ls", "load_skill"]);
  await platform.run({ prompt: "go", threadId: "another" }).catch(() => undefined);
  expect(model.requests[3]?.tools).toEqual(["task", "ls", "web", "load_skill"]);
});
