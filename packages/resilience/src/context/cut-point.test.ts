import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CutItem, cutPoint } from "./cut-point.js";

const item = (kind: CutItem["kind"], tokens = 10): CutItem => ({ kind, tokens });

describe("cutPoint", () => {
  it("MSG-08: keeps the call whose results are kept", () => {
    expect(cutPoint([item("human"), item("ai"), item("tool"), item("tool")], 20)).toBe(1);
  });

  it("cuts nothing when everything fits, and keeps the last message however long it is", () => {
    expect(cutPoint([item("human"), item("ai")], 20)).toBe(0);
    expect(cutPoint([item("human"), item("human", 999)], 20)).toBe(1);
  });

  it("never leaves a result as the first kept message", () => {
    const items = fc.array(
      fc.record({ kind: fc.constantFrom<CutItem["kind"]>("human", "ai", "tool"), tokens: fc.nat(20) }),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(items, fc.nat(100), (list, keep) => {
        const cut = cutPoint(list, keep);
        if (cut > 0) expect(list[cut]?.kind).not.toBe("tool");
        expect(cut).toBeLessThan(list.length);
      }),
    );
  });
});
