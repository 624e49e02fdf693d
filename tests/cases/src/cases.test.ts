import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "./adapters.js";
import { readCaseFile } from "./case-file.js";
import { runCase } from "./run-case.js";

const cases = readCaseFile(fileURLToPath(new URL("../cases.jsonl", import.meta.url)));

describe.each(cases.filter(({ op }) => op !== undefined && Object.hasOwn(ADAPTERS, op)))("$id", (given) => {
  it(given.title ?? given.id, async () => {
    const verdict = await runCase(given, ADAPTERS);
    if (verdict.status === "failed") expect(verdict.got).toEqual(verdict.expected);
    expect(verdict.status).toBe("passed");
  });
});

it("has cases", () => expect(cases.length).toBeGreaterThan(400));
