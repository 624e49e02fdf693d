import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentAuthority, Authority, AuthoritySetting } from "./authority.js";
import { compareAuthority } from "./compare-authority.js";

const SETTINGS: readonly AuthoritySetting[] = [
  { section: "s", key: "limit", fallback: null, order: "limit" },
  { section: "s", key: "switch", fallback: false, order: "switch" },
  { section: "s", key: "names", fallback: [], order: "names" },
  { section: "s", key: "rank", fallback: "low", order: ["low", "high"] },
  { section: "s", key: "other", fallback: "a", order: "other" },
];
const agent: AgentAuthority = {
  model: "main",
  tools: ["ls"],
  skills: [],
  max_turns: 10,
  token_budget: null,
  timeout_seconds: 60,
};
const deployment: Authority = {
  version: 1,
  agents: { lead: agent },
  settings: { "s.limit": 3, "s.switch": false, "s.names": ["a"], "s.rank": "low", "s.other": "x" },
  plugins: { p: "1.0.0" },
  digest: "",
};
const withAgent = (change: Partial<AgentAuthority>): Authority => ({
  ...deployment,
  agents: { lead: { ...agent, ...change } },
});
const withSetting = (key: string, value: unknown): Authority => ({
  ...deployment,
  settings: { ...deployment.settings, [key]: value },
});
const kinds = (before: Authority, after: Authority): readonly string[] =>
  compareAuthority(before, after, SETTINGS).map(({ kind }) => kind);

describe("one change", () => {
  it.each([
    ["one more tool", withAgent({ tools: ["ls", "grep"] }), "grown"],
    ["one tool less", withAgent({ tools: [] }), "narrowed"],
    ["one more skill", withAgent({ skills: ["x"] }), "grown"],
    ["more turns", withAgent({ max_turns: 11 }), "grown"],
    ["no turn limit", withAgent({ max_turns: null }), "grown"],
    ["a first token budget", withAgent({ token_budget: 5 }), "narrowed"],
    ["another model", withAgent({ model: "other" }), "grown"],
    ["a higher limit", withSetting("s.limit", 4), "grown"],
    ["a removed limit", withSetting("s.limit", null), "grown"],
    ["a switch that goes on", withSetting("s.switch", true), "grown"],
    ["one more name", withSetting("s.names", ["a", "b"]), "grown"],
    ["a higher rank", withSetting("s.rank", "high"), "grown"],
    ["an unknown rank", withSetting("s.rank", "odd"), "grown"],
    ["a setting without order", withSetting("s.other", "y"), "grown"],
    ["a new agent", { ...deployment, agents: { ...deployment.agents, extra: agent } }, "grown"],
    ["a new plugin", { ...deployment, plugins: { ...deployment.plugins, q: "1.0.0" } }, "grown"],
    ["a plugin's new version", { ...deployment, plugins: { p: "1.1.0" } }, "changed"],
  ] as const)("%s is %s", (_what, after, kind) => {
    expect(kinds(deployment, after)).toEqual([kind]);
  });
});

const names = fc.subarray(["a", "b", "c", "d"]);
const authority = fc
  .record({ tools: names, skills: names, max_turns: fc.option(fc.nat(9)) })
  .map((change) => withAgent(change));

it("finds nothing between equals", () => {
  fc.assert(fc.property(authority, (one) => kinds(one, one).length === 0));
});

it("sees growth one way exactly where it sees narrowing the other way", () => {
  const opposite = (kind: string): string => (kind === "grown" ? "narrowed" : kind === "narrowed" ? "grown" : kind);
  fc.assert(
    fc.property(authority, authority, (a, b) => {
      expect([...kinds(a, b)].sort()).toEqual(kinds(b, a).map(opposite).sort());
    }),
  );
});

it("is not fooled by names of Object.prototype", () => {
  const after = { ...deployment, agents: { ...deployment.agents, constructor: agent } };
  expect(kinds(deployment, after as Authority)).toEqual(["grown"]);
});
