import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { strayReference, substituteEnv } from "./substitute-env.js";

describe("substituteEnv", () => {
  it.each([
    ["$A", { A: "v" }, "v"],
    ["${A}", { A: "v" }, "v"],
    ["Bearer ${A}!", { A: "v" }, "Bearer v!"],
    ["${A:-d}", {}, "d"],
    ["${A:-d}", { A: "" }, "d"],
    ["${A:-}", {}, ""],
    ["$$A", { A: "v" }, "$A"],
    ["cost: $$5", {}, "cost: $5"],
    ["$${A}", { A: "v" }, "${A}"],
    ["pre$A", { A: "v" }, "pre$A"],
    ["$5 per call", {}, "$5 per call"],
    ["$A", { A: "$B", B: "no" }, "$B"],
    ["${A}", { A: "$& $1 $$" }, "$& $1 $$"],
  ])("turns %s into what it means", (text, env, expected) => {
    expect(substituteEnv(text, env)).toEqual({ text: expected, missing: [] });
  });

  it("names what is missing, all of it", () => {
    expect(substituteEnv("${A} ${B:-b} ${C}", {}).missing).toEqual(["A", "C"]);
    expect(substituteEnv("$A", {}).missing).toEqual(["A"]);
    expect(substituteEnv("$constructor", process.env).missing).toEqual(["constructor"]);
    expect(substituteEnv("${toString} ${valueOf:-x}", {})).toEqual({ text: "${toString} x", missing: ["toString"] });
  });

  it("leaves text without a dollar sign alone", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes("$")),
        (text) => {
          expect(substituteEnv(text, {}).text).toBe(text);
        },
      ),
    );
  });
});

describe("a reference that is not substituted", () => {
  it.each([
    ["Bearer $TOKEN", "$TOKEN"],
    ["https://host/$PATH_1", "$PATH_1"],
    ["a-${X-b}-c", "${X-b}"],
    ["${X:?must be set}", "${X:?must be set}"],
    ["${X:-a", "${X:-a"],
    ["$${X-b}", undefined],
    ["${X:-a} ${Y}", undefined],
    ["${} ${1X} $(x)", undefined],
    ["$TOKEN", undefined],
    ["Bearer ${TOKEN}", undefined],
    ["Bearer $$TOKEN", undefined],
    ["costs $5", undefined],
    ["$HOME is a folder", undefined],
    ["first line\necho $HOME", undefined],
  ])("%j: %s", (text, expected) => {
    expect(strayReference(text)?.text).toBe(expected);
  });
});
