import { expect, it } from "vitest";
import { codeFrame } from "./code-frame.js";
import { githubAnnotation } from "./github-annotation.js";
import { sortProblems } from "./problem.js";

it("shows the line with its neighbours and marks the column", () => {
  expect(codeFrame(["a: 1", "b:", "  c: x", "d: 2", ""], { line: 3, column: 6 })).toBe(
    "  2 | b:\n> 3 |   c: x\n    |      ^\n  4 | d: 2",
  );
});

it("marks the column below wide characters and at the end of the file", () => {
  expect(codeFrame(["名前: 値"], { line: 1, column: 5 })).toBe("> 1 | 名前: 値\n    |       ^");
});

it("shows the part of a long line that is meant", () => {
  const line = `a: "${"x".repeat(300)}", wrong: 1, ${"y".repeat(300)}`;
  const [text = "", mark = ""] = codeFrame([line], { line: 1, column: line.indexOf("wrong") + 1 }).split("\n");
  expect(text).toMatch(/^> 1 \| …x+", wrong: 1, y+…$/);
  expect(text).toHaveLength(100);
  expect(mark.indexOf("^")).toBe(text.indexOf("wrong"));
});

it("writes GitHub annotations with what their syntax needs escaped", () => {
  const position = { file: "/w/a,b/config.yaml", line: 3, column: 5 };
  const problem = {
    severity: "error",
    code: "ANTLER_TEST_BAD",
    message: "100% wrong\nreally",
    hint: "Mend it.",
    position,
  } as const;
  expect(githubAnnotation(problem, "/w")).toBe(
    "::error file=a%2Cb/config.yaml,line=3,col=5,title=ANTLER_TEST_BAD::100%25 wrong%0Areally. Mend it.",
  );
});

it("sorts problems by place, those without one first", () => {
  const at = (line: number): object => ({ message: `${line}`, position: { file: "f", line, column: 1 } });
  const sorted = sortProblems([at(9), at(2), { message: "none" }] as never);
  expect(sorted.map((problem) => problem.message)).toEqual(["none", "2", "9"]);
});
