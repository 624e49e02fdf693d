import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "./ask-demo.js";

const { rules } = parse(readFileSync(join(ROOT, "examples", "demo-scenario.yaml"), "utf8"));
const { pattern, flags } = rules[0].when;

it.each([
  ["find every use of legacyFetch in this repository", "legacyFetch"],
  ["Find every place that still uses `legacyFetch` in this repository, and say how to migrate each.", "legacyFetch"],
  ["find every use of `foo bar` in this repository", "foo bar"],
  ["List all usages of 'x.y()'.", "x.y()"],
  ["find all calls to oldApi!", "oldApi"],
  ["Where are the callers of the deprecated function doIt?", "doIt"],
  ["show every reference to the class Foo::Bar, please", "Foo::Bar"],
  ["which files are using $store?", "$store"],
  ["find every use of a.b.c.", "a.b.c"],
  ["find every call of function", "function"],
  ['find every occurrence of the method "go" here', "go"],
  ["find uses of legacyFetch", "legacyFetch"],
  ["find every use of the in this repository", "in"],
])("%j asks for %j", (text, name) => {
  const { quoted, word } = new RegExp(pattern, flags).exec(text)?.groups ?? {};
  expect(quoted ?? word).toBe(name);
});
