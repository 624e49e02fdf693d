import type {
  Contribution,
  PlatformServices,
  Skill,
  SkillAdapter,
  SkillCatalog,
  SkillDiagnostic,
  SkillSource,
} from "@antler/plugin-api";
import { SKILL_ADAPTER, SKILL_SOURCE } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { DEFAULT_SKILLS_CONFIG, type SkillsConfig } from "../config.js";
import { createSkillCatalog } from "./skill-catalog.js";

const skill = (name: string, changes: Partial<Skill> = {}): Skill => ({
  ...{ name, description: `About ${name}`, file: `/skills/${name}/SKILL.md`, body: `Body of ${name}.` },
  ...{ allowedTools: "all", disallowedTools: [], sources: {}, ...changes },
});
const sourceOf = (name: string, ...skills: readonly Skill[]): SkillSource => ({
  name,
  list: () => ({ skills, diagnostics: [] }),
});
const broken: SkillSource = { name: "broken", list: () => Promise.reject(new Error("the store is down")) };

function servicesOf(contributions: readonly (readonly [{ readonly token: symbol }, Contribution])[]): PlatformServices {
  const all = (point: { readonly token: symbol }): readonly Contribution[] =>
    contributions.filter(([own]) => own.token === point.token).map(([, contribution]) => contribution);
  const none = (): undefined => undefined;
  return { all, get: none, find: none, ownerOf: none } as unknown as PlatformServices;
}
function catalogOf(sources: readonly SkillSource[], config: Partial<SkillsConfig> = {}): SkillCatalog {
  return createSkillCatalog({
    config: { ...DEFAULT_SKILLS_CONFIG, ...config },
    services: servicesOf(sources.map((source) => [SKILL_SOURCE, source])),
    allowedSource: undefined,
  });
}
const names = (skills: readonly { readonly name: string }[]): readonly string[] => skills.map(({ name }) => name);

describe("the catalogue", () => {
  it("SKL-21, SKL-22, SKP-046: shows the first skill of a name only, and names both files", async () => {
    const mine = skill("dup", { file: "/project/dup/SKILL.md" });
    const theirs = skill("dup", { file: "/user/dup/SKILL.md" });
    const { skills, diagnostics } = await catalogOf([sourceOf("project", mine), sourceOf("user", theirs)]).list();
    expect(skills).toEqual([mine]);
    expect(diagnostics).toMatchObject([{ code: "ANTLER_SKILL_SHADOWED", position: { file: theirs.file } }]);
    expect(diagnostics[0]?.message).toContain(mine.file);
  });

  it("holds what is enabled and not disabled, in name order", async () => {
    const source = sourceOf("s", skill("c"), skill("a"), skill("b"));
    expect(names((await catalogOf([source]).list()).skills)).toEqual(["a", "b", "c"]);
    expect(names((await catalogOf([source], { enabled: ["c", "b"], disabled: ["b"] }).list()).skills)).toEqual(["c"]);
    expect(names((await catalogOf([source], { enabled: [] }).list()).skills)).toEqual([]);
  });

  it("SKL-31: tells null, [] and a list apart; a disabled one stays out of all of them", async () => {
    const source = sourceOf("s", skill("x"), skill("y"));
    const catalog = catalogOf([source]);
    expect(names((await catalog.select("all")).skills)).toEqual(["x", "y"]);
    expect(names((await catalog.select([])).skills)).toEqual([]);
    expect(names((await catalog.select(["x"])).skills)).toEqual(["x"]);
    const disabled = await catalogOf([source], { disabled: ["x"] }).select(["x"]);
    expect(disabled.skills).toEqual([]);
    expect(disabled.warnings[0]?.message).toBe('the skill "x" is disabled and is left out');
  });

  it("ALW-018: warns once of each unknown name, with the nearest", async () => {
    const { skills, warnings } = await catalogOf([sourceOf("s", skill("ledger"))]).select(["ledgr", "ledger", "ledgr"]);
    expect(names(skills)).toEqual(["ledger"]);
    expect(warnings).toMatchObject([{ code: "ANTLER_SKILL_UNKNOWN" }]);
    expect(warnings[0]?.hint).toContain('Did you mean "ledger"?');
  });

  it("ALW-021: does not touch the sources for []", async () => {
    await expect(catalogOf([broken]).select([])).resolves.toEqual({ skills: [], warnings: [] });
  });

  it("ALW-022: rejects when a source fails, instead of running without its limits", async () => {
    await expect(catalogOf([sourceOf("s", skill("a")), broken]).select("all")).rejects.toThrow("the store is down");
  });

  it("says which skills it could not use, and only of those that are asked for by name", async () => {
    const diagnostic: SkillDiagnostic = {
      severity: "error",
      code: "ANTLER_SKILL_FRONT_MATTER",
      message: "bad",
      position: { file: "/skills/torn/SKILL.md", line: 1, column: 1 },
    };
    const source: SkillSource = { name: "s", list: () => ({ skills: [skill("a")], diagnostics: [diagnostic] }) };
    expect((await catalogOf([source]).select("all")).warnings).toContainEqual(diagnostic);
    expect((await catalogOf([source]).select(["torn"])).warnings).toContainEqual(diagnostic);
    expect((await catalogOf([source]).select(["a"])).warnings).toEqual([]);
  });
});

describe("the configured way of loading", () => {
  const limited = skill("a", { allowedTools: ["ls"], disallowedTools: ["bash"] });

  it("restricts by allowed-tools, unless they are ignored; disallowed-tools hold either way", async () => {
    const { skills } = await catalogOf([sourceOf("s", limited)]).select("all");
    expect(skills).toEqual([limited]);
    const ignoring = await catalogOf([sourceOf("s", limited)], { allowedTools: "ignore" }).select("all");
    expect(ignoring.skills).toMatchObject([{ allowedTools: "all", disallowedTools: ["bash"] }]);
  });

  it("index: has no body and no limit yet, and carries what will hold", async () => {
    const { skills } = await catalogOf([sourceOf("s", limited)], { loading: "index" }).select("all");
    expect(skills).toMatchObject([{ body: null, allowedTools: "all", disallowedTools: [], onDemand: limited }]);
  });

  it("warns above the token budget and names the largest", async () => {
    const source = sourceOf("s", skill("big", { body: "x".repeat(4000) }), skill("tiny"));
    expect((await catalogOf([source], { tokenBudget: 2000 }).select("all")).warnings).toEqual([]);
    expect((await catalogOf([source], { tokenBudget: 0 }).select("all")).warnings).toEqual([]);
    const { warnings } = await catalogOf([source], { tokenBudget: 500 }).select("all");
    expect(warnings).toMatchObject([{ code: "ANTLER_SKILLS_OVER_BUDGET" }]);
    expect(warnings[0]?.hint).toContain("Largest: big (1007), tiny");
    const index = await catalogOf([source], { tokenBudget: 500, loading: "index" }).select("all");
    expect(index.warnings).toEqual([]);
  });
});

describe("adapters", () => {
  const foreign = sourceOf("s", skill("a", { allowedTools: ["Read", "Bash(git:*)", "ls"] }));

  it("translate each skill in order and say what they could not keep", async () => {
    const said: SkillDiagnostic = { severity: "warning", code: "ANTLER_TEST_LEFT_OUT", message: "left out" };
    const adapters: readonly SkillAdapter[] = [
      {
        name: "one",
        adapt: (own) => ({ skill: { ...own, allowedTools: ["read_file", "Bash"] }, diagnostics: [said] }),
      },
      {
        name: "two",
        adapt: (own) => ({ skill: { ...own, disallowedTools: own.allowedTools as string[] }, diagnostics: [] }),
      },
    ];
    const catalog = createSkillCatalog({
      config: DEFAULT_SKILLS_CONFIG,
      services: servicesOf([[SKILL_SOURCE, foreign], ...adapters.map((one) => [SKILL_ADAPTER, one] as const)]),
      allowedSource: undefined,
    });
    const { skills, diagnostics } = await catalog.list();
    expect(skills).toMatchObject([{ allowedTools: ["read_file", "Bash"], disallowedTools: ["read_file", "Bash"] }]);
    expect(diagnostics).toEqual([said]);
    expect((await catalog.select("all")).warnings).toEqual([said]);
  });

  it("are proposed where there is none and a name looks like that of another client's tool", async () => {
    const { diagnostics } = await catalogOf([foreign]).list();
    expect(diagnostics.map(({ message }) => message)).toEqual([
      '"Read" in allowed-tools looks like a tool of another client',
      '"Bash(git:*)" in allowed-tools looks like a tool of another client',
    ]);
  });
});
