import { expect, it } from "vitest";
import { expand } from "./case-file.js";
import { matches } from "./matches.js";

it("compares objects as subsets and arrays exactly", () => {
  expect(matches({ a: 1 }, { a: 1, b: 2 })).toBe(true);
  expect(matches({ a: 1 }, { b: 2 })).toBe(false);
  expect(matches([1], [1, 2])).toBe(false);
  expect(matches([{ a: 1 }], [{ a: 1, b: 2 }])).toBe(true);
  expect(matches({ a: 1 }, null)).toBe(false);
});

it("takes re: as a regular expression over the text", () => {
  expect(matches("re:^a.b$", "a\nb")).toBe(true);
  expect(matches("re:^a$", "ab")).toBe(false);
  expect(matches("re:1", 1)).toBe(false);
});

it("takes any refusal for an error of *", () => {
  expect(matches({ error: "*" }, { error: "no" })).toBe(true);
  expect(matches({ error: "*" }, { ok: true })).toBe(false);
  expect(matches({ error: "re:no" }, { error: "oh no" })).toBe(true);
});

it("does not find inherited keys", () => {
  expect(matches({ constructor: "re:." }, {})).toBe(false);
});

it("builds long strings", () => {
  expect(expand({ a: [{ $repeat: ["xy", 2] }, { $concat: ["a", { $repeat: ["b", 3] }] }] })).toEqual({
    a: ["xyxy", "abbb"],
  });
});
