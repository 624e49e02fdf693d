import { MIDDLEWARE_STAGES } from "@antler/plugin-api";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderMiddleware } from "./order-middleware.js";

type Entry = Parameters<typeof orderMiddleware>[0][number];
const entry = (name: string, stage: Entry["stage"], extra: Partial<Entry> = {}): Entry => ({ name, stage, ...extra });
const names = (entries: readonly Entry[]): string[] => entries.map(({ name }) => name);

describe("orderMiddleware", () => {
  it("orders by stage, then by after and before, then by registration", () => {
    const entries = [
      entry("z", "final"),
      entry("b", "context", { after: ["c"] }),
      entry("a", "context"),
      entry("c", "context"),
      entry("d", "context", { before: ["a"] }),
      entry("g", "gate"),
    ];
    expect(names(orderMiddleware(entries))).toEqual(["g", "c", "b", "d", "a", "z"]);
  });

  it("prints a cycle as a cycle", () => {
    const entries = [
      entry("a", "context", { after: ["b"] }),
      entry("b", "context", { after: ["c"] }),
      entry("c", "context", { after: ["a"] }),
    ];
    expect(() => orderMiddleware(entries)).toThrowError(/a -> b -> c -> a/);
  });

  it("ignores names that are not there, so an optional neighbour may be missing", () => {
    expect(names(orderMiddleware([entry("a", "setup", { after: ["absent"], before: ["absent"] })]))).toEqual(["a"]);
  });

  it("keeps every middleware once, and the order of the others when one without wishes is added", () => {
    const some = fc.uniqueArray(
      fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), stage: fc.constantFrom(...MIDDLEWARE_STAGES) }),
      { selector: ({ name }) => name, maxLength: 12 },
    );
    fc.assert(
      fc.property(some, fc.constantFrom(...MIDDLEWARE_STAGES), (entries, stage) => {
        const before = names(orderMiddleware(entries));
        expect([...before].sort()).toEqual(entries.map(({ name }) => name).sort());
        const after = names(orderMiddleware([...entries, entry("added-one", stage)]));
        expect(after.filter((name) => name !== "added-one")).toEqual(before);
      }),
    );
  });
});
