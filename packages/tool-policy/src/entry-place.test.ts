import { expect, it } from "vitest";
import { entryPlace } from "./entry-place.js";

const at = (column: number) => ({ file: "config.yaml", line: 3, column });

it("is the entry's own place, and the list's where entries have none", () => {
  const list = ["ls", "bash", "bash"];
  expect(entryPlace(list, "bash", [at(5), at(9), at(15)], at(4))).toEqual(at(9));
  expect(entryPlace(list, "bash", undefined, at(4))).toEqual(at(4));
  expect(entryPlace(list, "bash", undefined, undefined)).toBeUndefined();
});

it("is the list's where the places are not those of this list", () => {
  expect(entryPlace(["ls", "bash"], "bash", [at(5)], at(4))).toEqual(at(4));
  expect(entryPlace(["ls"], "bash", [at(5)], at(4))).toEqual(at(4));
});
