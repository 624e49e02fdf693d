import type { AgentBlueprint, AgentProfile, ProvidedTool, Skill, ToolFilter } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { narrowTools, parentBoundary, skillBoundary, typeBoundary } from "./index.js";
import { admitLateTools } from "./reserved-names.js";

const LAYERS = [parentBoundary, typeBoundary, skillBoundary];
const at = (line: number) => ({ file: "config.yaml", line, column: 12 });

function offer(name: string, changes: Partial<ProvidedTool> = {}): ProvidedTool {
  const traits = { name, group: "", description: `The tool ${name}.`, ...changes };
  return {
    provider: "things",
    plugin: "@antler/things",
    origin: "built-in",
    offer: { ...traits, parameters: { type: "object" }, run: () => "" },
    ...traits,
  };
}

function subagent(changes: Partial<AgentBlueprint> = {}, skills: readonly Skill[] = []): AgentProfile {
  return { blueprint: blueprintFixture({ role: "subagent", name: "scout", ...changes }), skills };
}

function skill(name: string, changes: Partial<Skill> = {}): Skill {
  return {
    name,
    description: name,
    file: `/skills/${name}/SKILL.md`,
    body: "",
    allowedTools: "all",
    disallowedTools: [],
    sources: {},
    ...changes,
  };
}

const names = (tools: readonly { readonly name: string }[]) => tools.map((tool) => tool.name);
const POOL = [offer("bash", { group: "shell" }), offer("read_file", { group: "file:read" }), offer("present")];

describe("the three layers", () => {
  it("leave everything where nothing restricts", () => {
    const { kept, decisions, warnings } = narrowTools(POOL, LAYERS, subagent());
    expect(kept).toEqual(POOL);
    expect(decisions.map((decision) => decision.verdict)).toEqual(["kept", "kept", "kept"]);
    expect(warnings).toEqual([]);
  });

  it("PRM-01: hold a subagent to its lead's tool groups, and say which layer, rule and place took a tool", () => {
    const blueprint = { toolGroups: ["file:read"], sources: { toolGroups: at(4) } };
    const { kept, decisions } = narrowTools(POOL, LAYERS, subagent(blueprint));
    expect(names(kept)).toEqual(["read_file", "present"]);
    expect(decisions[0]).toEqual({
      name: "bash",
      group: "shell",
      provider: "things",
      verdict: "removed",
      layer: "parent-boundary",
      layer_number: 1,
      code: "ANTLER_TOOL_GROUP_NOT_ALLOWED",
      reason: 'group "shell" is not among the lead\'s tool groups (file:read)',
      source: at(4),
    });
  });

  it("PRM-01: leave the lead its own `task`, whatever its groups, and take it from every subagent", () => {
    const task = offer("task", { group: "delegation", plugin: "@antler/subagents" });
    const lead = { blueprint: blueprintFixture({ toolGroups: ["file:read"] }), skills: [] };
    expect(names(narrowTools([task, ...POOL], LAYERS, lead).kept)).toContain("task");
    const { kept, decisions } = narrowTools([task, ...POOL], LAYERS, subagent({ tools: ["task", "bash"] }));
    expect(names(kept)).toEqual(["bash"]);
    expect(decisions[0]).toMatchObject({ layer: "parent-boundary", code: "ANTLER_TOOL_NO_DELEGATION" });
  });

  it("PRM-04: read an empty allowlist as nothing, and an absent one as no restriction", () => {
    expect(narrowTools(POOL, LAYERS, subagent({ tools: [] })).kept).toEqual([]);
    expect(narrowTools(POOL, LAYERS, subagent({ tools: "all" })).kept).toEqual(POOL);
    expect(narrowTools(POOL, LAYERS, subagent({ toolGroups: [] })).kept.map((tool) => tool.name)).toEqual(["present"]);
  });

  it("PRM-05: apply the type's denials, also against its own allowlist", () => {
    const rev = subagent({
      tools: ["bash", "read_file"],
      disallowedTools: ["ba*"],
      sources: { disallowedTools: at(9) },
    });
    const { kept, decisions } = narrowTools(POOL, LAYERS, rev);
    expect(names(kept)).toEqual(["read_file"]);
    expect(decisions[0]).toMatchObject({ layer: "type-boundary", code: "ANTLER_TOOL_DISALLOWED", source: at(9) });
  });

  it("PRM-07: hold MCP tools to the subagent's allowlist", () => {
    const pool = [...POOL, offer("mcp__fs__delete", { origin: "mcp" })];
    expect(names(narrowTools(pool, LAYERS, subagent({ tools: ["read_file"] })).kept)).toEqual(["read_file"]);
  });

  it("PRM-14: treat a skill that declares nothing as silent, alike for lead and subagent", () => {
    const skills = [skill("a", { allowedTools: ["read_file"] }), skill("b")];
    const lead = { blueprint: blueprintFixture(), skills };
    expect(names(narrowTools(POOL, LAYERS, lead).kept)).toEqual(["read_file"]);
    expect(names(narrowTools(POOL, LAYERS, subagent({}, skills)).kept)).toEqual(["read_file"]);
    expect(narrowTools(POOL, LAYERS, subagent({}, [skill("b")])).kept).toEqual(POOL);
  });

  it("SKP-029: take a `*` in a skill's allowed-tools for a sign of a name, and say so", () => {
    const pool = [offer("mail_send"), offer("mail_*")];
    const skills = [skill("a", { allowedTools: ["mail_*"], sources: { allowedTools: at(4) } })];
    const { kept, warnings } = narrowTools(pool, LAYERS, subagent({}, skills));
    expect(names(kept)).toEqual(["mail_*"]);
    expect(warnings).toEqual([]);
    expect(narrowTools([offer("mail_send")], LAYERS, subagent({}, skills))).toMatchObject({
      kept: [],
      warnings: [
        {
          code: "ANTLER_TOOL_UNKNOWN",
          hint: "`*` stands for itself in a skill. Name the tools one by one.",
          position: at(4),
        },
      ],
    });
    const types = subagent({ tools: ["mail_s*"] });
    expect(names(narrowTools(pool, LAYERS, types).kept)).toEqual(["mail_send"]);
  });

  it("PRM-16: carry an upper agent's denial down to every level", () => {
    const denial = { agent: "lead", tools: ["bash"], source: at(3) };
    const { kept, decisions } = narrowTools(
      POOL,
      LAYERS,
      subagent({ tools: ["bash", "read_file"], inheritedDenials: [denial] }),
    );
    expect(names(kept)).toEqual(["read_file"]);
    expect(decisions[0]).toMatchObject({ layer: "parent-boundary", code: "ANTLER_TOOL_DENIED_ABOVE", source: at(3) });
  });

  it("FLT-042: follow the agent's state where it loads skills on demand", () => {
    const strict = skill("strict", { allowedTools: ["read_file"] });
    const agent = subagent({}, [{ ...skill("strict"), body: null, onDemand: strict } as Skill]);
    const bash = POOL[0];
    if (bash === undefined) throw new Error("the pool has a first tool");
    expect(skillBoundary.judge(bash, agent)).toEqual({ allow: true });
    expect(skillBoundary.judgeNow?.(bash, agent, { messages: [] })).toEqual({ allow: true });
    expect(skillBoundary.judgeNow?.(bash, agent, { messages: [], loaded_skills: ["strict"] })).toMatchObject({
      allow: false,
      code: "ANTLER_TOOL_NOT_IN_SKILLS",
    });
    const loader = { ...bash, name: "load_skill" };
    expect(skillBoundary.judgeNow?.(loader, agent, { messages: [], loaded_skills: ["strict"] })).toEqual({
      allow: true,
    });
  });
});

describe("a third party's layer", () => {
  const owners = (name: string) =>
    name.endsWith("boundary")
      ? { plugin: "@antler/tool-policy" }
      : { plugin: "acme-rules", source: { file: "config.yaml", line: 4, column: 5 } };
  const run = (...filters: readonly ToolFilter[]) =>
    narrowTools(POOL, [...LAYERS, ...filters], subagent(), { ownerOf: owners });

  it("FLT-039: that throws has removed the tool, with its plugin named", () => {
    const { kept, decisions, warnings } = run({
      name: "acme",
      judge: ({ name }) => {
        if (name === "bash") throw new Error("no idea");
        return { allow: true };
      },
    });
    expect(names(kept)).toEqual(["read_file", "present"]);
    expect(decisions[0]).toMatchObject({ layer: "acme", layer_number: 4, code: "ANTLER_FILTER_FAILED" });
    expect(decisions[0]?.reason).toBe('layer "acme" of plugin acme-rules threw: no idea');
    expect(decisions[0]?.source).toEqual({ file: "config.yaml", line: 4, column: 5 });
    expect(warnings).toMatchObject([{ code: "ANTLER_FILTER_FAILED", position: { line: 4, column: 5 } }]);
  });

  it("FLT-039: that answers with a promise, or with nothing, has removed the tool", () => {
    const promise = run({ name: "acme", judge: (async () => ({ allow: true })) as unknown as ToolFilter["judge"] });
    expect(promise.kept).toEqual([]);
    const nothing = run({ name: "acme", judge: (() => undefined) as unknown as ToolFilter["judge"] });
    expect(nothing.kept).toEqual([]);
    expect(nothing.warnings.map((warning) => warning.code)).toEqual(["ANTLER_FILTER_FAILED"]);
  });

  it("cannot change a tool it judges", () => {
    const { kept } = run({
      name: "acme",
      judge: (tool) => {
        Object.assign(tool, { name: "task" });
        return { allow: true };
      },
    });
    expect(kept).toEqual([]);
    expect(names(POOL)).toEqual(["bash", "read_file", "present"]);
  });

  it("FLT-040: comes where it asks to be", () => {
    const first: ToolFilter = {
      name: "acme",
      before: ["parent-boundary"],
      judge: () => ({ allow: false, code: "ANTLER_ACME", reason: "never" }),
    };
    expect(run(first).decisions[0]).toMatchObject({ layer: "acme", layer_number: 1 });
  });
});

describe("names", () => {
  it("TS-14: go to config before built-in before MCP, with a warning that names both", () => {
    const pool = [
      offer("ls", { origin: "mcp", plugin: "@antler/mcp" }),
      offer("ls"),
      offer("ls", { origin: "config", plugin: "acme" }),
    ];
    const { kept, decisions, warnings } = narrowTools(pool, LAYERS, subagent());
    expect(kept).toEqual([pool[2]]);
    expect(decisions.map((decision) => decision.verdict)).toEqual(["removed", "removed", "kept"]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]?.message).toContain("acme");
    expect(warnings[0]?.message).toContain("@antler/mcp");
  });

  it("go to the first among equals, at its place", () => {
    const pool = [offer("a"), offer("ls", { provider: "one" }), offer("ls", { provider: "two" }), offer("z")];
    expect(narrowTools(pool, LAYERS, subagent()).kept.map((tool) => tool.provider)).toEqual([
      "things",
      "one",
      "things",
    ]);
  });

  it("that are reserved stop a stranger's plugin", () => {
    for (const name of ["task", "tool_search", "load_skill"])
      expect(() => narrowTools([offer(name, { plugin: "acme" })], LAYERS, subagent())).toThrow(
        expect.objectContaining({ code: "ANTLER_TOOL_NAME_RESERVED", plugin: "acme" }),
      );
  });

  it("FLT-033: that are reserved are refused among late tools too, and `task` below the lead even of its owner", () => {
    const lead = { blueprint: blueprintFixture(), skills: [] };
    const reserved = expect.objectContaining({ code: "ANTLER_TOOL_NAME_RESERVED" });
    const search = offer("tool_search", { plugin: "@antler/tool-search" });
    const task = offer("task", { plugin: "@antler/subagents" });
    expect(() => admitLateTools([search, task], lead)).not.toThrow();
    expect(() => admitLateTools([search], subagent())).not.toThrow();
    expect(() => admitLateTools([search, task], subagent())).toThrow(reserved);
    expect(() => admitLateTools([offer("task", { plugin: "acme" })], lead)).toThrow(reserved);
  });

  it("FLT-033: that are reserved are only left out where an MCP server uses them", () => {
    const { kept, warnings } = narrowTools([offer("task", { origin: "mcp" }), ...POOL], LAYERS, subagent());
    expect(kept).toEqual(POOL);
    expect(warnings.map((warning) => warning.code)).toEqual(["ANTLER_TOOL_NAME_RESERVED"]);
  });
});

describe("an allowlist", () => {
  it("PRM-11: that names no tool is a warning with the nearest name and the list's place", () => {
    const agent = subagent({ tools: ["read_file", "bahs"], sources: { tools: at(45) } });
    expect(narrowTools(POOL, LAYERS, agent).warnings).toEqual([
      {
        code: "ANTLER_TOOL_UNKNOWN",
        message: '`tools` of subagent type "scout" names "bahs", but there is no such tool',
        hint: 'Did you mean "bash"?',
        position: at(45),
      },
    ]);
  });

  it("FLT-012: whose pattern matches no tool is a warning too", () => {
    const agent = subagent({ tools: ["read_file", "mcp__github__*"], disallowedTools: [], sources: { tools: at(45) } });
    expect(narrowTools(POOL, LAYERS, agent).warnings).toMatchObject([
      { code: "ANTLER_TOOL_UNKNOWN", message: expect.stringContaining('"mcp__github__*"'), position: at(45) },
    ]);
  });

  describe("with tools that cannot be listed now", () => {
    const missing = [{ prefix: "mcp__docs__", group: "docs", reason: 'MCP server "docs" gives no tools' }];
    const narrow = (agent: AgentProfile) => narrowTools(POOL, LAYERS, agent, { missing });

    it("says of the names that may mean them why they are out of reach, and of others that they mean nothing", () => {
      const tools = ["read_file", "mcp__docs__search", "mcp__*", "mcp__dcos__search"];
      const codes = (agent: AgentProfile) => narrow(agent).warnings.map(({ code }) => code);
      expect(codes(subagent({ tools }))).toEqual([
        "ANTLER_TOOL_OUT_OF_REACH",
        "ANTLER_TOOL_OUT_OF_REACH",
        "ANTLER_TOOL_UNKNOWN",
      ]);
      expect(codes(subagent({ tools, offline: true }))).toEqual(["ANTLER_TOOL_UNKNOWN"]);
    });

    it("takes their groups for known", () => {
      const lead = { blueprint: blueprintFixture({ toolGroups: ["docs", "dosc"] }), skills: [] };
      expect(narrow(lead).warnings).toMatchObject([{ hint: expect.stringContaining('"docs"') }]);
    });

    it("refuses to start an agent that has only them, and says why they are out of reach", () => {
      expect(() => narrow(subagent({ tools: ["mcp__docs__search"] }))).toThrow(
        '"mcp__docs__search" is out of reach: MCP server "docs" gives no tools',
      );
    });

    it("does not call an agent empty that is only explained", () => {
      expect(narrow(subagent({ tools: ["mcp__docs__*"], offline: true })).warnings).toEqual([]);
    });
  });

  it("PRM-10: keeps the rest where a server's tool is missing", () => {
    const { kept, warnings } = narrowTools(POOL, LAYERS, subagent({ tools: ["read_file", "mcp__docs__search"] }));
    expect(names(kept)).toEqual(["read_file"]);
    expect(warnings[0]?.message).toContain("mcp__docs__search");
  });

  it("warns of a denial that names no tool only where a file has it", () => {
    expect(narrowTools(POOL, LAYERS, subagent({ disallowedTools: ["hammer"] })).warnings).toEqual([]);
    const written = subagent({ disallowedTools: ["hammer", "task"], sources: { disallowedTools: at(7) } });
    expect(narrowTools(POOL, LAYERS, written).warnings.map((warning) => warning.code)).toEqual(["ANTLER_TOOL_UNKNOWN"]);
  });

  it("FLT-005: warns the lead of a group that no tool is in", () => {
    const lead = { blueprint: blueprintFixture({ toolGroups: ["file:raed"] }), skills: [] };
    const { kept, warnings } = narrowTools(POOL, LAYERS, lead);
    expect(names(kept)).toEqual(["present"]);
    expect(warnings[0]).toMatchObject({ code: "ANTLER_TOOL_GROUP_UNKNOWN" });
    expect(warnings[0]?.hint).toContain('Did you mean "file:read"?');
  });

  it("that names tools and leaves none refuses to start and says what became of each", () => {
    const agent = subagent({ tools: ["bash", "raed_file"], toolGroups: ["file:read"], sources: { tools: at(45) } });
    expect(() => narrowTools(POOL, LAYERS, agent)).toThrow(
      expect.objectContaining({
        code: "ANTLER_TOOLS_EMPTY",
        position: at(45),
        message:
          'subagent type "scout" would start without any of its tools: "bash" removed by layer 1 "parent-boundary": group "shell" is not among the lead\'s tool groups (file:read); "raed_file" is no tool, did you mean "read_file"?',
      }),
    );
  });

  it("that leaves none is a warning where the agent is only explained", () => {
    const { kept, decisions, warnings } = narrowTools(POOL, LAYERS, subagent({ tools: ["hammer"], offline: true }));
    expect(kept).toEqual([]);
    expect(decisions).toHaveLength(3);
    expect(warnings.map((warning) => warning.code)).toContain("ANTLER_TOOLS_EMPTY");
  });
});

describe("entries of `tools`", () => {
  it("put tools into other groups before the layers judge", () => {
    const entries = [{ name: "present", group: "web", position: undefined }];
    const { kept, decisions } = narrowTools(POOL, LAYERS, subagent({ toolGroups: ["file:read"] }), { entries });
    expect(names(kept)).toEqual(["read_file"]);
    expect(decisions[2]).toMatchObject({ name: "present", group: "web", verdict: "removed" });
  });

  it("that mean no tool are a warning with the nearest name, once for the lead", () => {
    const entries = [{ name: "presnet", group: "web", position: at(2) }];
    const lead = { blueprint: blueprintFixture(), skills: [] };
    const { warnings } = narrowTools(POOL, LAYERS, lead, { entries });
    expect(warnings[0]).toMatchObject({ code: "ANTLER_TOOL_UNKNOWN", position: at(2) });
    expect(warnings[0]?.hint).toContain('Did you mean "present"?');
    expect(narrowTools(POOL, LAYERS, subagent(), { entries }).warnings).toEqual([]);
  });
});
