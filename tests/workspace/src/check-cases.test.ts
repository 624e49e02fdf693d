import { describe, expect, it } from "vitest";
import { runScript, type ScriptResult, smallWorkspace } from "./small-workspace.js";

const CASE = { id: "ABC-001", area: "ABC", title: "t", importance: "must" };
const REPORT = { id: "REP-01", area: "rep", symptom: "s", input: "i", expected: "e", source: "x" };
const lines = (...entries: readonly object[]): string =>
  `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;

const run = (script: string, cases: string, test = "", reports = lines(REPORT)): ScriptResult =>
  runScript(
    script,
    smallWorkspace({
      "tests/cases/cases.jsonl": cases,
      "tests/cases/reports.jsonl": reports,
      "packages/a/package.json": { name: "a" },
      "packages/a/src/a.test.ts": test,
    }),
  );

describe("check-cases", () => {
  it("passes cases and reports that have their fields", () => {
    expect(run("check-cases.mjs", lines(CASE))).toEqual({
      code: 0,
      problems: [],
      stdout: "2 cases and reports, 0 problems",
    });
  });

  it("finds repeated ids, missing fields and lines that are no JSON", () => {
    const { code, problems } = run("check-cases.mjs", `${lines(CASE, CASE, { ...CASE, id: "ABC-002", op: "x" })}{\n`);
    expect(problems).toEqual([
      "tests/cases/cases.jsonl:2 id ABC-001 already stands at tests/cases/cases.jsonl:1",
      "tests/cases/cases.jsonl:3 has an `op` and no `expect`",
      expect.stringMatching(/^tests\/cases\/cases\.jsonl:4 is not JSON: /),
    ]);
    expect(code).toBe(1);
  });
});

describe("case-coverage", () => {
  it("lists the prose cases and reports that no test names", () => {
    const { code, stdout } = run("case-coverage.mjs", lines(CASE, { ...CASE, id: "ABC-002", op: "x", expect: 1 }));
    expect(stdout).toBe(
      "ABC-001 (must, ABC) t\nREP-01 (report, rep) s\n2 of the prose cases and reports are named by no test",
    );
    expect(code).toBe(1);
  });

  it("knows lists of ids, and what is declared as not built", () => {
    const cases = lines(CASE, { ...CASE, id: "ABC-002" }, { ...CASE, id: "ABC-003", note: "Not built: later." });
    expect(run("case-coverage.mjs", cases, 'it("ABC-001/002, REP-01: works");')).toMatchObject({ code: 0 });
  });
});
