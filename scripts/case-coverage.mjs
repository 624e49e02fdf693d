#!/usr/bin/env node
/**
 * Lists the prose cases and reports of tests/cases that no test names. A test names one by carrying its id in a string,
 * as in `it("SUB-02: …")`; `LIM-001, LIM-002` and `LIM-001/002` name both. What a `note` declares as "Not built: …" needs no test.
 * Exit code 1 if any is missing. An argument names another workspace root.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isTest, sourceFiles, workspacePackages } from "./workspace.mjs";

const root = resolve(process.argv[2] ?? ".");
const read = (name) =>
  readFileSync(join(root, "tests/cases", name), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const named = new Set();
for (const { dir } of workspacePackages(root))
  for (const file of sourceFiles(root, dir).filter(isTest))
    for (const [, prefix, numbers] of readFileSync(join(root, file), "utf8").matchAll(
      /\b([A-Z]{2,4})-(\d{2,3}(?:\/\d{2,3})*)/g,
    ))
      for (const number of numbers.split("/")) named.add(`${prefix}-${number}`);

const missing = [
  ...read("cases.jsonl").filter(({ op }) => op === undefined),
  ...read("reports.jsonl").map((report) => ({ ...report, importance: "report", title: report.symptom })),
].filter(({ id, note }) => !named.has(id) && !note?.includes("Not built: "));
for (const { id, importance, area, title } of missing) console.log(`${id} (${importance}, ${area}) ${title}`);
console.log(`${missing.length} of the prose cases and reports are named by no test`);
process.exitCode = missing.length > 0 ? 1 : 0;
