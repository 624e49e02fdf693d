import { describe, expect, it } from "vitest";
import { runScript, type ScriptResult, smallWorkspace } from "./small-workspace.js";

const catalogue = (...codes: readonly string[]): string =>
  [
    "# Errors",
    "## core",
    "| code | meaning | what to do |",
    "| --- | --- | --- |",
    ...codes.map((code) => `| \`${code}\` | x | y |`),
  ].join("\n");

const check = (source: string, docs: string, more: Record<string, unknown> = {}): ScriptResult =>
  runScript(
    "check-errors.mjs",
    smallWorkspace({
      "packages/core/package.json": { name: "@antler/core", nx: { tags: ["layer:kernel"] } },
      "packages/core/src/a.ts": source,
      "docs/errors.md": docs,
      ...more,
    }),
  );

describe("check-errors", () => {
  it("passes when sources and catalogue agree, and questions about a code do not count as definitions", () => {
    const source = [
      'export const a = { code: "ANTLER_A" };',
      'if (isAntlerError(a, "ANTLER_A") || a.code === "ANTLER_A") process.env["ANTLER_DEBUG"];',
      'export type A = "ANTLER_A" | `ANTLER_${string}`;',
    ].join("\n");
    expect(check(source, catalogue("ANTLER_A"))).toEqual({
      code: 0,
      problems: [],
      stdout: "1 error codes, 0 problems",
    });
  });

  it("finds a code that is not in the catalogue, and one that nothing defines", () => {
    const { code, problems } = check('\nthrow { code: "ANTLER_A" };', catalogue("ANTLER_B"));
    expect(problems).toEqual([
      "packages/core/src/a.ts:2 ANTLER_A is not in docs/errors.md",
      "docs/errors.md:5 ANTLER_B is in no source file",
    ]);
    expect(code).toBe(1);
  });

  it("finds a code that two places define, in whatever packages", () => {
    const { problems } = check('throw { code: "ANTLER_A" };', catalogue("ANTLER_A"), {
      "packages/skills/package.json": { name: "@antler/skills", nx: { tags: ["layer:feature"] } },
      "packages/skills/src/b.ts": 'export const CODE = "ANTLER_A";',
    });
    expect(problems).toEqual([
      "packages/core/src/a.ts:1 ANTLER_A is defined in 2 places: share one",
      "packages/skills/src/b.ts:1 ANTLER_A is defined in 2 places: share one",
    ]);
  });

  it("finds a code that stands twice in the catalogue, or under another package", () => {
    const source = 'throw { code: "ANTLER_A" };';
    expect(check(source, catalogue("ANTLER_A", "ANTLER_A")).problems).toEqual([
      "docs/errors.md:6 ANTLER_A already stands at docs/errors.md:5",
    ]);
    expect(check(source, catalogue("ANTLER_A").replace("## core", "## skills")).problems).toEqual([
      'docs/errors.md:5 ANTLER_A stands under "## skills", packages/core/src/a.ts:1 defines it: move it to "## core"',
    ]);
  });

  it("finds a code that is asked for and never defined, and one put together at run time", () => {
    const source = 'isAntlerError(e, "ANTLER_A");\nthrow { code: `ANTLER_${kind}` };';
    expect(check(source, catalogue()).problems).toEqual([
      "packages/core/src/a.ts:2 an error code is put together at run time: write each code as one string",
      "packages/core/src/a.ts:1 ANTLER_A is asked for, nothing defines it",
    ]);
  });

  it("does not look at tests", () => {
    expect(
      check("export {};", catalogue(), { "packages/core/src/a.test.ts": 'throw { code: "ANTLER_A" };' }).code,
    ).toBe(0);
  });
});
