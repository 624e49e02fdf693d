import type { AgentProfile, ProvidedTool, ToolFilter } from "@antler/plugin-api";
import { blueprintFixture } from "@antler/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { narrowTools, parentBoundary, skillBoundary, typeBoundary } from "./index.js";

const NAMES = ["bash", "ls", "read_file", "web_search", "mcp__a__x", "mcp__a__y", "mcp__b__x"];
const GROUPS = ["", "shell", "file", "web"];
const RULES = [...NAMES, "*", "mcp__*", "mcp__a__*", "*_file", "hammer"];

const listOr = <T>(all: T, items: readonly string[]) =>
  fc.oneof(fc.constant(all), fc.uniqueArray(fc.constantFrom(...items), { maxLength: 4 }));

const offers: fc.Arbitrary<readonly ProvidedTool[]> = fc.array(
  fc
    .record({
      name: fc.constantFrom(...NAMES),
      group: fc.constantFrom(...GROUPS),
      origin: fc.constantFrom("config" as const, "built-in" as const, "mcp" as const),
    })
    .map((traits) => ({
      ...traits,
      description: "",
      provider: "p",
      plugin: "q",
      offer: { ...traits, description: "", parameters: {}, run: () => "" },
    })),
  { maxLength: 10 },
);

/** `offline`, so that an emptied allowlist is an empty result here and not an error. */
const agents: fc.Arbitrary<AgentProfile> = fc
  .record({
    role: fc.constantFrom("lead" as const, "subagent" as const),
    toolGroups: listOr("all" as const, GROUPS),
    tools: listOr("all" as const, RULES),
    disallowedTools: fc.uniqueArray(fc.constantFrom(...RULES), { maxLength: 2 }),
    skills: fc.array(listOr("all" as const, RULES), { maxLength: 3 }),
  })
  .map(({ skills, ...changes }) => ({
    blueprint: blueprintFixture({ ...changes, offline: true }),
    skills: skills.map((allowedTools, index) => ({
      name: `s${index}`,
      description: "",
      file: "",
      body: "",
      allowedTools,
      disallowedTools: [],
      sources: {},
    })),
  }));

/** Third parties' layers: they allow, refuse, throw or talk nonsense, each by the tool's name. */
const strangers: fc.Arbitrary<readonly ToolFilter[]> = fc
  .array(fc.array(fc.constantFrom("yes", "no", "throw", "nonsense"), { minLength: 7, maxLength: 7 }), { maxLength: 3 })
  .map((tables) =>
    tables.map((table, index) => ({
      name: `stranger-${index}`,
      judge: ({ name }) => {
        const answer = table[NAMES.indexOf(name)];
        if (answer === "throw") throw new Error("no");
        if (answer === "nonsense") return {} as { allow: true };
        return answer === "yes" ? { allow: true } : { allow: false, code: "ANTLER_NO", reason: "no" };
      },
    })),
  );

const OURS = [parentBoundary, typeBoundary, skillBoundary];

function isSubsequence(part: readonly ProvidedTool[], whole: readonly ProvidedTool[]): boolean {
  let from = 0;
  return part.every((tool) => {
    from = whole.indexOf(tool, from) + 1;
    return from > 0;
  });
}

describe("FLT-035: narrowing, for any tools, layers and agent", () => {
  it("gives a subsequence of the offers without two of one name, and one decision an offer", () => {
    fc.assert(
      fc.property(offers, strangers, agents, (pool, more, agent) => {
        const { kept, decisions } = narrowTools(pool, [...OURS, ...more], agent);
        expect(isSubsequence(kept, pool)).toBe(true);
        expect(new Set(kept.map((tool) => tool.name)).size).toBe(kept.length);
        expect(decisions.map(({ name, group }) => [name, group])).toEqual(pool.map(({ name, group }) => [name, group]));
        expect(decisions.filter(({ verdict }) => verdict === "kept")).toHaveLength(kept.length);
        for (const { verdict, reason, code } of decisions)
          expect(reason === null && code === null).toBe(verdict === "kept");
      }),
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(offers, strangers, agents, (pool, more, agent) => {
        const once = narrowTools(pool, [...OURS, ...more], agent).kept;
        expect(narrowTools(once, [...OURS, ...more], agent).kept).toEqual(once);
      }),
    );
  });

  it("never gains a tool by one more layer, wherever it comes", () => {
    fc.assert(
      fc.property(offers, strangers, agents, fc.nat(), (pool, more, agent, place) => {
        const base = [...OURS, ...more.slice(1)];
        const at = place % (base.length + 1);
        const added = [...base.slice(0, at), ...more.slice(0, 1), ...base.slice(at)];
        const before = narrowTools(pool, base, agent).kept;
        expect(isSubsequence(narrowTools(pool, added, agent).kept, before)).toBe(true);
      }),
    );
  });

  it("keeps the same tools in whichever order the layers come", () => {
    fc.assert(
      fc.property(offers, strangers, agents, (pool, more, agent) => {
        const layers = [...OURS, ...more];
        expect(narrowTools(pool, layers.toReversed(), agent).kept).toEqual(narrowTools(pool, layers, agent).kept);
      }),
    );
  });
});
