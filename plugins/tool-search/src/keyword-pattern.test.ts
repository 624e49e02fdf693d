import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywordPattern } from "./keyword-pattern.js";

const finds = (keyword: string, text: string): boolean => keywordPattern([keyword])?.test(text) === true;

describe("a routing keyword", () => {
  it("DEF-041: is found whatever its case, and the text's", () => {
    expect(finds("sql", "Some SQL, please")).toBe(true);
    expect(finds("MÜLL", "der müll")).toBe(true);
  });

  it("is found as a whole word only", () => {
    expect(finds("git", "digital")).toBe(false);
    expect(finds("git", "git_log")).toBe(false);
    expect(finds("git", "(git)")).toBe(true);
    expect(finds("table", "stable")).toBe(false);
  });

  it("is found anywhere in scripts that put no blanks between words", () => {
    expect(finds("查询", "请查询订单")).toBe(true);
    expect(finds("SQL", "请查询sql表")).toBe(true);
  });

  it("is plain text, whatever signs are in it", () => {
    expect(finds("c++", "in C++ or C")).toBe(true);
    expect(finds("c++", "ccc")).toBe(false);
    expect(finds(".*", "anything")).toBe(false);
    expect(finds("pull  request", "a Pull\nrequest")).toBe(true);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (text) => text.trim() === "" || finds(text, text)),
    );
  });

  it("that is blank finds nothing, and hides no other", () => {
    expect(keywordPattern(["", "  "])).toBeUndefined();
    expect(keywordPattern([])).toBeUndefined();
    expect(keywordPattern([" ", "x"])?.test("y")).toBe(false);
    expect(keywordPattern([" ", "x"])?.test("x")).toBe(true);
  });
});
