import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutMiddle } from "./cut-middle.js";
import { cutOutput } from "./preview-output.js";

describe("cutMiddle", () => {
  it("keeps head and tail, counts what it left out, and never halves a character", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "中", "😀"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.nat(30), fc.nat(30), (whole, head, tail) => {
        const cut = cutMiddle(whole, head, tail);
        expect(cut.head.length).toBeLessThanOrEqual(Math.max(head, whole.length <= head + tail ? whole.length : head));
        expect(whole.startsWith(cut.head)).toBe(true);
        expect(whole.endsWith(cut.tail)).toBe(true);
        expect(cut.head.length + cut.omitted + cut.tail.length).toBe(whole.length);
        expect(() => encodeURIComponent(cut.head + cut.tail)).not.toThrow();
      }),
    );
  });
});

describe("cutOutput", () => {
  it("never gives more than the limit and leaves what fits alone", () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.integer({ min: 300, max: 3000 }), (length, max) => {
        const text = "x".repeat(length);
        const cut = cutOutput("tool", text, max);
        expect(cut.length).toBeLessThanOrEqual(max);
        if (length <= max) expect(cut).toBe(text);
      }),
    );
  });
});
