import { isAntlerError } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { type RawSubagentsConfig, readSubagentsConfig } from "../config/config.js";
import { BUILTIN_TYPES } from "../types/builtin-types.js";
import { intersectAllowlists } from "./intersect-allowlists.js";
import { createRegistry, type RegistryOptions } from "./registry.js";

function registry(raw: RawSubagentsConfig = {}, changes: Partial<RegistryOptions> = {}) {
  const config = readSubagentsConfig(raw);
  return createRegistry({
    types: () => ({ config, builtin: BUILTIN_TYPES, contributed: [], locate: () => undefined }),
    shellProblem: () => undefined,
    models: () => ["big", "small"],
    intersectSkills: intersectAllowlists,
    ...changes,
  });
}
const MAILROOM = { description: "Sorts mail", system_prompt: "You sort mail." };

describe("names", () => {
  it("REG-050: leaves out types that need a shell where commands cannot run, and says why and how to enable them", () => {
    const closed = registry({ custom_agents: { mailroom: MAILROOM } }, { shellProblem: () => "no shell. Turn it on." });
    expect(closed.names()).toEqual(["general-purpose", "mailroom"]);
    expect(closed.unavailable("bash")).toBe("Bash subagent is disabled for this sandbox: no shell. Turn it on.");
    expect(closed.unavailable("mailroom")).toBeUndefined();
    expect(closed.get("bash")?.name).toBe("bash");
  });

  it("REG-007: looks names up exactly", () => {
    expect(registry().get(" general-purpose")).toBeUndefined();
    expect(registry().get("General-Purpose")).toBeUndefined();
  });
});

describe("blueprint of a child", () => {
  const lead = blueprintFixture({
    model: "big",
    toolGroups: ["file:read"],
    skills: ["b", "a"],
    disallowedTools: ["write_file"],
    systemPrompt: "You lead.",
    maxTurns: 9,
    maxConcurrentTasks: 2,
  });

  it("STA-003: inherits run, thread and tool groups; takes prompt, tools and turns from its type", () => {
    const child = registry().blueprint("bash", lead, "task-1");
    expect(child).toMatchObject({
      role: "subagent",
      name: "bash",
      taskId: "task-1",
      runId: lead.runId,
      threadId: lead.threadId,
      toolGroups: ["file:read"],
      maxTurns: 60,
      finalTurn: true,
    });
    expect(child.systemPrompt).toBe(BUILTIN_TYPES[1]?.systemPrompt);
    expect(child.inheritedDenials).toEqual([{ agent: "lead", tools: ["write_file"], source: undefined }]);
    expect(child).not.toHaveProperty("maxConcurrentTasks");
    expect(JSON.parse(JSON.stringify(child))).toMatchObject({ name: "bash", tools: child.tools });
  });

  it("REG-053, SUB-28: inherit means the lead's model, an override its own", () => {
    expect(registry().blueprint("bash", lead, "t").model).toBe("big");
    expect(registry({ agents: { bash: { model: "small" } } }).blueprint("bash", lead, "t").model).toBe("small");
  });

  it("intersects skills with the lead's, in the child's order", () => {
    const skills = (own: readonly string[] | null): unknown =>
      registry({ custom_agents: { mailroom: { ...MAILROOM, skills: own } } }).blueprint("mailroom", lead, "t").skills;
    expect(skills(["a", "c", "b"])).toEqual(["a", "b"]);
    expect(skills(null)).toEqual(["b", "a"]);
    expect(skills([])).toEqual([]);
  });

  it("final_turn: false reaches the child", () => {
    expect(registry({ final_turn: false }).blueprint("bash", lead, "t").finalTurn).toBe(false);
  });

  it("refuses an unknown type with the known ones and the nearest", () => {
    let thrown: unknown;
    try {
      registry().blueprint("bsh", lead, "t");
    } catch (error) {
      thrown = error;
    }
    expect(isAntlerError(thrown, "ANTLER_SUBAGENT_UNKNOWN") && thrown.hint).toBe(
      'Did you mean "bash"? Known: general-purpose, bash.',
    );
  });

  it("SYS-016: the prompt of a type is the same string whatever a run does", () => {
    const types = registry();
    const before = types.get("general-purpose")?.values.systemPrompt.value;
    types.blueprint("general-purpose", { ...lead, skills: ["x"] }, "t1");
    expect(types.blueprint("general-purpose", { ...lead, skills: [] }, "t2").systemPrompt).toBe(before);
  });
});
