#!/usr/bin/env node
/**
 * Holds the error codes in the sources against docs/errors.md. Every problem is printed as `file:line message`;
 * exit code 1 if any. An argument names another workspace root.
 *
 * Rules:
 *  1. A code is written as a whole string literal, never put together at run time.
 *  2. A code is defined in one place: one literal that is neither compared with nor asked for by `isAntlerError`.
 *     Two places that fail for one reason share a constant or a function.
 *  3. Every defined code has one row in docs/errors.md, under the heading of the package that defines it: `## <folder>`.
 *  4. Every row there has a code that is defined.
 * Tests and the packages of layer `tests` are not looked at.
 */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { isTest, parseSource, sourceFiles, walk, workspacePackages } from "./workspace.mjs";

/** Names of environment variables, which are written like codes. */
const VARIABLES = new Set(["ANTLER_CALL"]);
const CODE = /^ANTLER_[A-Z0-9]+(_[A-Z0-9]+)*$/;
const CATALOGUE = "docs/errors.md";
const root = resolve(process.argv[2] ?? ".");
const problems = [];
const definitions = new Map(); // code -> [{ at, home }]
const uses = new Map(); // code -> first place

for (const { dir, layer } of workspacePackages(root)) {
  if (layer === "tests") continue;
  for (const file of sourceFiles(root, dir).filter((name) => !isTest(name))) collect(file, basename(dir));
}
const rows = readCatalogue();

for (const [code, places] of definitions) {
  if (places.length > 1)
    for (const { at } of places) problems.push(`${at} ${code} is defined in ${places.length} places: share one`);
  const documented = rows.get(code) ?? [];
  if (documented.length === 0) problems.push(`${places[0].at} ${code} is not in ${CATALOGUE}`);
  for (const { at, home } of documented)
    if (!places.some((place) => place.home === home))
      problems.push(
        `${at} ${code} stands under "## ${home}", ${places[0].at} defines it: move it to "## ${places[0].home}"`,
      );
}
for (const [code, at] of uses)
  if (!definitions.has(code)) problems.push(`${at} ${code} is asked for, nothing defines it`);
for (const [code, places] of rows) {
  if (!definitions.has(code)) problems.push(`${places[0].at} ${code} is in no source file`);
  for (const { at } of places.slice(1)) problems.push(`${at} ${code} already stands at ${places[0].at}`);
}

for (const problem of problems) console.error(problem);
console.log(`${definitions.size} error codes, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function collect(file, home) {
  const { program, lineAt } = parseSource(root, file);
  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1);
    const at = `${file}:${lineAt(node.start)}`;
    if (node.type === "TemplateLiteral" && node.quasis[0].value.raw.startsWith("ANTLER_") && !inType(ancestors))
      problems.push(`${at} an error code is put together at run time: write each code as one string`);
    if (
      node.type !== "Literal" ||
      typeof node.value !== "string" ||
      !CODE.test(node.value) ||
      VARIABLES.has(node.value)
    )
      return;
    if (inType(ancestors) || isKey(node, parent)) return;
    if (isQuestion(parent)) {
      if (!uses.has(node.value)) uses.set(node.value, at);
    } else definitions.set(node.value, [...(definitions.get(node.value) ?? []), { at, home }]);
  });
}

function inType(ancestors) {
  return ancestors.some(({ type }) => type.startsWith("TS") && !/^TS(As|Satisfies|NonNull)Expression$/.test(type));
}

/** The name of a variable or a property, such as `env["ANTLER_DEBUG"]`: no error code. */
function isKey(node, parent) {
  return (
    (parent.type === "MemberExpression" && parent.property === node) ||
    (parent.type === "Property" && parent.key === node)
  );
}

function isQuestion(parent) {
  if (parent.type === "BinaryExpression" || parent.type === "SwitchCase") return true;
  return (
    parent.type === "CallExpression" && /^(is|has)[A-Z]/.test(parent.callee.name ?? parent.callee.property?.name ?? "")
  );
}

/** code -> [{ at, home }] of the tables' first columns. */
function readCatalogue() {
  const found = new Map();
  const path = join(root, CATALOGUE);
  if (!existsSync(path)) {
    problems.push(`${CATALOGUE}:1 is missing`);
    return found;
  }
  let home = "";
  for (const [index, line] of readFileSync(path, "utf8").split("\n").entries()) {
    if (line.startsWith("## ")) home = line.slice(3).replaceAll("`", "").trim();
    const code = /^\|\s*`(ANTLER_[A-Z0-9_]+)`\s*\|/.exec(line)?.[1];
    if (code !== undefined) found.set(code, [...(found.get(code) ?? []), { at: `${CATALOGUE}:${index + 1}`, home }]);
  }
  return found;
}
