#!/usr/bin/env node
/**
 * Checks the case data of tests/cases: present, one JSON object a line, ids unique, the fields that the runner and the readers need.
 * Every problem is printed as `file:line message`; exit code 1 if any. An argument names another workspace root.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const FILES = {
  "tests/cases/cases.jsonl": ["id", "area", "title", "importance"],
  "tests/cases/reports.jsonl": ["id", "area", "symptom", "input", "expected", "source"],
};
const root = resolve(process.argv[2] ?? ".");
const problems = [];
const seen = new Map();
for (const [file, fields] of Object.entries(FILES)) {
  if (!existsSync(join(root, file))) {
    problems.push(`${file}:1 is missing`);
    continue;
  }
  const lines = readFileSync(join(root, file), "utf8").trimEnd().split("\n");
  for (const [index, line] of lines.entries()) problems.push(...judge(line, `${file}:${index + 1}`, fields));
}
for (const problem of problems) console.error(problem);
console.log(`${seen.size} cases and reports, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge(line, at, fields) {
  let entry;
  try {
    entry = JSON.parse(line);
  } catch (error) {
    return [`${at} is not JSON: ${error.message}`];
  }
  const found = fields.filter((field) => !(field in entry)).map((field) => `${at} has no \`${field}\``);
  if ("op" in entry && !("expect" in entry)) found.push(`${at} has an \`op\` and no \`expect\``);
  if (seen.has(entry.id)) found.push(`${at} id ${entry.id} already stands at ${seen.get(entry.id)}`);
  else seen.set(entry.id, at);
  return found;
}
