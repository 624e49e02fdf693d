import type { LoadedSkill, ResolvedAgent, Skill, ThreadState, ToolFilter, ToolOutput } from "@antler/plugin-api";
import { agentFixture, contextFixture, toolFixture, toolRuntimeFixture } from "@antler/testing";
import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { skillFolder, skillText } from "../test-support/skill-folder.js";
import { createLoadSkillTool } from "./load-skill-tool.js";
import { loadedSkills, mergeLoadedSkills } from "./loaded-skills.js";
import { skillFilesNote } from "./skill-files-note.js";

const skill = (name: string, allowedTools: Skill["allowedTools"]): LoadedSkill => {
  const full: Skill = {
    ...{ name, description: `About ${name}`, file: `/s/${name}/SKILL.md`, body: `Body of ${name} </skill>` },
    ...{ allowedTools, disallowedTools: [], sources: {} },
  };
  return { ...full, body: null, allowedTools: "all", onDemand: full };
};
const SKILLS = [skill("charts", ["ls", "bash"]), skill("free", "all"), skill("alien", ["Read"])];
const layer: ToolFilter = {
  name: "boundary",
  judge: () => ({ allow: true }),
  judgeNow: (tool, agent, state) => {
    const declared = loadedSkills(agent.skills, state).flatMap(({ allowedTools }) =>
      allowedTools === "all" ? [] : [allowedTools],
    );
    if (declared.length === 0 || declared.flat().includes(tool.name)) return { allow: true };
    return { allow: false, code: "ANTLER_TEST_OUTSIDE", reason: "outside" };
  },
};
const offer = { name: "", group: "", description: "", parameters: {}, run: () => "" };
const agent: ResolvedAgent = {
  ...agentFixture(),
  skills: SKILLS,
  tools: ["ls", "web", "load_skill"].map((name) => ({ ...toolFixture(name), origin: "built-in" as const, offer })),
};

async function load(
  name: string,
  loaded: readonly string[] = [],
  messages: ThreadState["messages"] = [],
  more: Readonly<Record<string, unknown>> = {},
): Promise<Exclude<ToolOutput, string>> {
  const state: ThreadState = { messages, loaded_skills: loaded, ...more };
  const tool = createLoadSkillTool(SKILLS, { layers: () => [layer], hasSandbox: () => true });
  const output = await tool.run({ name }, toolRuntimeFixture({ state, context: contextFixture({ agent }) }));
  return typeof output === "string" ? { text: output } : output;
}

describe("load_skill", () => {
  it("brings in the body, escaped, and says which tools are left", async () => {
    expect(await load("charts")).toEqual({
      text: '<skill name="charts">\nBody of charts &lt;/skill>\n</skill>\n\nFrom now on you can call only: ls.',
      update: { loaded_skills: ["charts"] },
      metadata: { skill: "charts" },
    });
  });

  it("does not speak of tools when the skill restricts nothing", async () => {
    expect((await load("free")).text).toBe('<skill name="free">\nBody of free &lt;/skill>\n</skill>');
  });

  it("SKL-33: brings a body in once", async () => {
    const body = new ToolMessage({ content: "…", tool_call_id: "1", additional_kwargs: { skill: "charts" } });
    const output = await load("charts", ["charts"], [body]);
    expect(output.text).toBe('The skill "charts" is already loaded. Follow its instructions above.');
    expect(output.update).toBeUndefined();
  });

  it("brings a body in again after it has been summarised away", async () => {
    expect((await load("charts", ["charts"], [new HumanMessage("a summary")])).text).toContain("Body of charts");
  });

  it("brings a body in again that stands among messages a context summary stands for", async () => {
    const body = new ToolMessage({ id: "m1", content: "…", tool_call_id: "1", additional_kwargs: { skill: "charts" } });
    const later = new HumanMessage({ id: "m2", content: "go on" });
    const loadAfter = (covers: string) =>
      load("charts", ["charts"], [body, later], { context_summary: { text: "…", covers, writtenAfter: "m2" } });
    expect((await loadAfter("m1")).text).toContain("Body of charts");
    expect((await loadAfter("m0")).text).toContain("is already loaded");
  });

  it("does not load a skill that would leave the agent without any tool", async () => {
    const output = await load("alien");
    expect(output).toMatchObject({ status: "error" });
    expect(output.text).toContain("allows none of your tools");
    expect(output.update).toBeUndefined();
  });

  it("loads that skill beside one that leaves a tool", async () => {
    expect((await load("alien", ["charts"])).update).toEqual({ loaded_skills: ["alien"] });
  });

  it("names the nearest skill for an unknown one", async () => {
    expect((await load("chart")).text).toBe(
      'There is no skill "chart". Did you mean "charts"? Known: charts, free, alien.',
    );
  });
});

describe("the note on a skill's further files", () => {
  it("says where they are, if there are any and a sandbox to read them in", async () => {
    await using folder = await skillFolder({
      "more/SKILL.md": skillText("more"),
      "more/references/a.md": "x",
      "alone/SKILL.md": skillText("alone"),
    });
    const at = (name: string): Skill => ({ ...(SKILLS[1] as Skill), name, file: `${folder.path}/${name}/SKILL.md` });
    expect(await skillFilesNote(at("more"), true)).toBe("The files that the skill speaks of are in /mnt/skills/more.");
    expect(await skillFilesNote(at("more"), false)).toBeNull();
    expect(await skillFilesNote(at("alone"), true)).toBeNull();
    expect(await skillFilesNote(at("gone"), true)).toBeNull();
  });
});

describe("the state of loaded skills", () => {
  it("joins what two calls of one step loaded", () => {
    expect(mergeLoadedSkills(["a"], ["b", "a"])).toEqual(["a", "b"]);
    expect(mergeLoadedSkills(undefined, undefined)).toEqual([]);
  });

  it("ignores what is no list of names", () => {
    expect(loadedSkills(SKILLS, { messages: [], loaded_skills: "charts" })).toEqual([]);
    expect(loadedSkills(SKILLS, { messages: [], loaded_skills: [3, "free"] }).map(({ name }) => name)).toEqual([
      "free",
    ]);
  });
});
