import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HistoryItem, planHistoryRepair } from "./plan-history-repair.js";

const human: HistoryItem = { kind: "other" };
const ai = (...ids: string[]): HistoryItem => ({ kind: "ai", calls: ids.map((id) => ({ id, name: "ls" })) });
const tool = (callId: string): HistoryItem => ({ kind: "tool", callId });

function repaired(items: readonly HistoryItem[]): readonly string[] | null {
  const plan = planHistoryRepair(items);
  return plan?.steps.map((step) => (step.do === "keep" ? String(step.index) : `${step.call.id}: ${step.text}`)) ?? null;
}

describe("planHistoryRepair", () => {
  it("ERR-010: leaves a complete history alone", () => {
    expect(repaired([human, ai("1"), tool("1")])).toBeNull();
  });

  it("ERR-011, MSG-05: answers a call without a result right behind its message", () => {
    expect(repaired([human, ai("1"), human])).toEqual([
      "0",
      "1",
      "1: [Tool call was interrupted and did not return a result.]",
      "2",
    ]);
  });

  it("ERR-013: moves a late result next to its call", () => {
    expect(repaired([human, ai("1"), human, tool("1")])).toEqual(["0", "1", "3", "2"]);
  });

  it("ERR-014: leaves out a result that nothing asked for", () => {
    expect(repaired([tool("9"), human])).toEqual(["1"]);
  });

  it("ERR-015: keeps reused ids with their own turn", () => {
    expect(repaired([ai("1"), tool("1"), ai("1"), tool("1")])).toBeNull();
    expect(repaired([ai("1"), ai("1"), tool("1")])?.[1]).toMatch(/^1: \[Tool call was interrupted/);
  });

  it("ERR-017: answers a call whose arguments were no JSON with the reason", () => {
    const broken: HistoryItem = {
      kind: "ai",
      calls: [],
      invalidCalls: [{ id: "7", name: "calc", error: "parse error" }],
    };
    expect(repaired([broken])?.[1]).toBe(
      "7: [Tool call could not be executed because its arguments were invalid: parse error]",
    );
  });

  it("makes any history valid, and finds nothing more to do in what it made", () => {
    const item = fc.oneof(
      fc.constant(human),
      fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }).map((ids) => ai(...ids)),
      fc.constantFrom("a", "b", "c").map(tool),
    );
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        const plan = planHistoryRepair(items);
        const result =
          plan?.steps.map((step) => (step.do === "keep" ? (items[step.index] ?? human) : tool(step.call.id))) ?? items;
        expect(planHistoryRepair(result)).toBeNull();
        expect(result.filter((entry) => entry.kind !== "tool")).toEqual(items.filter((entry) => entry.kind !== "tool"));
      }),
    );
  });
});
