import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallFragment, toolCallIndexes } from "./tool-call-indexes.js";

function indexes(fragments: readonly CallFragment[]): readonly number[] {
  return fragments.map(toolCallIndexes());
}
const head = (id: string, more: CallFragment = {}): CallFragment => ({
  id,
  function: { name: "f", arguments: "" },
  ...more,
});
const more = (args: string, rest: CallFragment = {}): CallFragment => ({ function: { arguments: args }, ...rest });

describe("toolCallIndexes", () => {
  it("keeps indexes that are right", () => {
    const fragments = [
      head("a", { index: 0 }),
      more("{}", { index: 0 }),
      head("b", { index: 1 }),
      more("{}", { index: 1 }),
    ];
    expect(indexes(fragments)).toEqual([0, 0, 1, 1]);
  });

  it("keeps right indexes apart when calls alternate", () => {
    const fragments = [
      head("a", { index: 0 }),
      head("b", { index: 1 }),
      more("1", { index: 0 }),
      more("2", { index: 1 }),
    ];
    expect(indexes(fragments)).toEqual([0, 1, 0, 1]);
  });

  it("PRV-03: joins fragments without indexes to the call before them", () => {
    expect(indexes([head("a"), more("{"), more("}"), head("b"), more("{}")])).toEqual([0, 0, 0, 1, 1]);
  });

  it("begins a new call for a new id under an index that is taken", () => {
    expect(indexes([head("a", { index: 0 }), head("b", { index: 0 }), more("{}", { index: 0 })])).toEqual([0, 1, 1]);
  });

  it("joins fragments that repeat their id", () => {
    expect(indexes([head("a"), head("a"), head("b"), head("a")])).toEqual([0, 0, 1, 0]);
  });

  it("tells complete calls without id and index apart by their names", () => {
    const whole: CallFragment = { function: { name: "f", arguments: "{}" } };
    expect(indexes([whole, whole, { id: "", ...whole }])).toEqual([0, 1, 2]);
  });

  it("counts from 0 without gaps, whatever comes", () => {
    const fragment = fc.record(
      {
        index: fc.option(fc.nat(3)),
        id: fc.option(fc.constantFrom("", "a", "b", "c")),
        function: fc.record(
          { name: fc.constantFrom("", "f"), arguments: fc.constantFrom("", "{}") },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fragment), (fragments) => {
        const seen = new Set<number>();
        for (const index of indexes(fragments)) {
          expect(index).toBeGreaterThanOrEqual(0);
          expect(index).toBeLessThanOrEqual(seen.size);
          seen.add(index);
        }
      }),
    );
  });
});

it("keeps two calls apart that come with one id under indexes of their own", () => {
  const index = toolCallIndexes();
  const call = (at: number, text: string): CallFragment => ({
    index: at,
    id: "same",
    function: { name: "task", arguments: text },
  });
  expect([call(0, '{"a":1}'), call(1, '{"a":2}')].map(index)).toEqual([0, 1]);
  expect(index({ index: 1, id: "same", function: { arguments: " " } })).toBe(1);
});
