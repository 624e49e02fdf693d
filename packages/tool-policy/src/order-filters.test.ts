import type { ToolFilter } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { orderFilters } from "./order-filters.js";

const layer = (name: string, places: Pick<ToolFilter, "after" | "before"> = {}): ToolFilter => ({
  name,
  judge: () => ({ allow: true }),
  ...places,
});
const order = (...filters: readonly ToolFilter[]) =>
  orderFilters(filters, (name) => ({ plugin: `plugin-of-${name}` })).filters.map((filter) => filter.name);

describe("the order of layers", () => {
  it("is that of registration", () => {
    expect(order(layer("a"), layer("b"), layer("c"))).toEqual(["a", "b", "c"]);
  });

  it("honours `after` and `before`", () => {
    expect(order(layer("a"), layer("b"), layer("c", { before: ["a"] }))).toEqual(["c", "a", "b"]);
    expect(order(layer("a", { after: ["b"] }), layer("b"), layer("c"))).toEqual(["b", "a", "c"]);
    expect(order(layer("a"), layer("b"), layer("c", { after: ["a"], before: ["b"] }))).toEqual(["a", "c", "b"]);
  });

  it("warns of a neighbour that is not there, with the nearest name", () => {
    const { filters, warnings } = orderFilters([layer("alpha"), layer("b", { before: ["alhpa"] })], () => ({
      plugin: "acme",
    }));
    expect(filters).toHaveLength(2);
    expect(warnings[0]).toMatchObject({ code: "ANTLER_FILTER_UNKNOWN" });
    expect(warnings[0]?.hint).toContain('Did you mean "alpha"?');
  });

  it("refuses a cycle and prints it with its plugins", () => {
    expect(() => order(layer("z"), layer("a", { after: ["b"] }), layer("b", { after: ["a"] }))).toThrow(
      expect.objectContaining({
        code: "ANTLER_FILTER_CYCLE",
        message:
          'tool filters wait for each other: "a" (plugin-of-a) comes after "b" (plugin-of-b) comes after "a" (plugin-of-a)',
      }),
    );
  });
});
