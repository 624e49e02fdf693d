import { describe, expect, it } from "vitest";
import type { ObservedCall } from "./call-key.js";
import { createLoopDetector } from "./loop-detector.js";
import { loopLimitProblems } from "./loop-limits.js";
import { type LoopDetectionConfig, loopLimitsFrom } from "./loop-limits-from.js";

const call = (name: string, args: Record<string, unknown>): ObservedCall => ({ name, args });
function verdicts(turns: readonly (readonly ObservedCall[])[], config: LoopDetectionConfig = {}): readonly string[] {
  const detector = createLoopDetector(loopLimitsFrom(config));
  return turns.map((calls) => detector.observe(calls).verdict);
}
const repeated = (count: number, calls: readonly ObservedCall[]): (readonly ObservedCall[])[] =>
  Array.from({ length: count }, () => calls);

describe("createLoopDetector", () => {
  it("ERR-020: warns at the third identical call and stops at the fifth", () => {
    expect(verdicts(repeated(5, [call("bash", { command: "ls" })]))).toEqual(["ok", "ok", "warn", "ok", "stop"]);
  });

  it("ERR-022: takes different arguments for progress", () => {
    const turns = Array.from({ length: 6 }, (_, n) => [call("web", { query: String(n) })]);
    expect(new Set(verdicts(turns))).toEqual(new Set(["ok"]));
  });

  it("ERR-023: counts alternating calls in a window and does not warn twice for the same loop", () => {
    const turns = Array.from({ length: 9 }, (_, n) => [call("a", { query: String(n % 2) })]);
    expect(verdicts(turns)).toEqual(["ok", "ok", "ok", "ok", "warn", "ok", "ok", "ok", "stop"]);
  });

  it("warns of a second loop that comes later", () => {
    const turns = [...repeated(3, [call("a", {})]), ...repeated(2, [call("c", {})]), ...repeated(3, [call("b", {})])];
    expect(verdicts(turns)).toEqual(["ok", "ok", "warn", "ok", "ok", "ok", "ok", "warn"]);
  });

  it("ERR-025: takes reading on in a file for progress, also in small steps", () => {
    const read = (step: number) =>
      Array.from({ length: 8 }, (_, n) => [
        call("read_file", { path: "p", start_line: n * step + 1, end_line: (n + 1) * step }),
      ]);
    expect(new Set([...verdicts(read(200)), ...verdicts(read(20))])).toEqual(new Set(["ok"]));
  });

  it("takes nearly the same lines of one file for a repetition", () => {
    const turns = Array.from({ length: 5 }, (_, n) => [
      call("read_file", { path: "p", start_line: 1 + n, end_line: 50 + n }),
    ]);
    expect(verdicts(turns).at(-1)).toBe("stop");
  });

  it("ERR-026: stops one tool that is called without end", () => {
    const turns = Array.from({ length: 5 }, (_, n) => [call("read_file", { path: `f${n}` })]);
    expect(verdicts(turns, { tool_freq_warn: 3, tool_freq_hard_limit: 5 })).toEqual(["ok", "ok", "warn", "ok", "stop"]);
  });

  it("does not care about the order of keys, of parallel calls, or about words that only describe the call", () => {
    const turns = [
      [call("bash", { command: "ls", description: "look" }), call("ls", { path: "a", depth: 1 })],
      [call("ls", { depth: 1, path: "a" }), call("bash", { description: "look again", command: "ls" })],
      [call("bash", { command: "ls" }), call("ls", { path: "a", depth: 1 })],
    ];
    expect(verdicts(turns)).toEqual(["ok", "ok", "warn"]);
  });

  it("gives a call whose result changes three times the limit: a test run after every edit is no loop", () => {
    const detector = createLoopDetector(loopLimitsFrom({}));
    const seen = Array.from({ length: 15 }, (_, n) => {
      const { verdict } = detector.observe([call("bash", { command: "npm test" })]);
      detector.results(`run ${n}`);
      return verdict;
    });
    expect(seen.indexOf("warn")).toBe(8);
    expect(seen.indexOf("stop")).toBe(14);
  });

  it("ERR-051: tools named like parts of Object.prototype get the defaults", () => {
    const turns = repeated(3, [call("constructor", {}), call("__proto__", {})]);
    expect(verdicts(turns, { tool_freq_overrides: { other: { warn: 1, hard_limit: 1 } } })).toEqual([
      "ok",
      "ok",
      "warn",
    ]);
  });
});

describe("loopLimitProblems", () => {
  it("ERR-030: names thresholds that contradict each other", () => {
    const problems = loopLimitProblems(loopLimitsFrom({ hard_limit: 2, warn_threshold: 3 }));
    expect(problems.map((problem) => problem.path)).toEqual([["hard_limit"]]);
    expect(problems[0]?.message).toContain("hard_limit (2) is below warn_threshold (3)");
  });

  it("finds nothing wrong with the defaults", () => {
    expect(loopLimitProblems(loopLimitsFrom({}))).toEqual([]);
  });
});
