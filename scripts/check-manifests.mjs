#!/usr/bin/env node
/**
 * Checks what no compiler sees: every package could be published as it is, and an install gives everybody the same thing.
 * Every problem is printed as `file:line message`; exit code 1 if any. An argument names another workspace root.
 *
 * Rules:
 *  1. dependencies and devDependencies are exact versions; peerDependencies may be ranges. Packages of ours by their current version.
 *  2. A package that is published has description, licence, engines, exports, files, README.md, CHANGELOG.md and the licence text,
 *     and starts its changelog with its version.
 *  3. Every package is in the TypeScript project references of the root.
 *  4. No two packages give their tests one project name: vitest would not start.
 *  5. package-lock.json names no registry host.
 */
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readJson, workspacePackages } from "./workspace.mjs";

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const FIELDS = ["description", "license", "engines", "exports", "files", "publishConfig"];
const root = resolve(process.argv[2] ?? ".");
const packages = workspacePackages(root);
const versions = new Map(packages.map(({ name, json }) => [name, json.version]));
const problems = [];

problems.push(...inexact("package.json", readJson(join(root, "package.json"))));
for (const entry of packages) {
  problems.push(...inexact(`${entry.dir}/package.json`, entry.json));
  if (entry.json.private !== true) problems.push(...unpublishable(entry));
  problems.push(...unreferenced(entry));
}
problems.push(...sharedProjectNames(), ...hosts("package-lock.json"));

for (const problem of problems) console.error(problem);
console.log(`${packages.length} manifests, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function lineOf(file, text) {
  const index = readFileSync(join(root, file), "utf8").indexOf(text);
  return index === -1 ? 1 : readFileSync(join(root, file), "utf8").slice(0, index).split("\n").length;
}

function inexact(file, json) {
  const listed = Object.entries({ ...json.dependencies, ...json.devDependencies, ...json.optionalDependencies });
  return listed.flatMap(([name, version]) => {
    const at = `${file}:${lineOf(file, `"${name}": "${version}"`)}`;
    if (!EXACT.test(version)) return [`${at} "${name}": "${version}" is no exact version`];
    const own = versions.get(name);
    return own === undefined || own === version ? [] : [`${at} "${name}" is ${own} in this workspace, not ${version}`];
  });
}

function unpublishable({ dir, json }) {
  const at = `${dir}/package.json:1`;
  const found = FIELDS.filter((field) => json[field] === undefined).map((field) => `${at} has no \`${field}\``);
  if (!EXACT.test(json.version ?? "")) found.push(`${at} has no exact \`version\``);
  for (const file of ["README.md", "CHANGELOG.md"])
    if (!existsSync(join(root, dir, file))) found.push(`${dir}/${file}:1 is missing`);
  const licence = join(root, dir, "LICENSE");
  if (!existsSync(licence) || readFileSync(licence, "utf8") !== readFileSync(join(root, "LICENSE"), "utf8"))
    found.push(`${dir}/LICENSE:1 differs from the LICENSE of the workspace: copy that one`);
  for (const [name, path] of Object.entries(json.bin ?? {}))
    if (!existsSync(join(root, dir, path))) found.push(`${at} bin "${name}" is ${path}, which is missing`);
  const changelog = join(root, dir, "CHANGELOG.md");
  if (existsSync(changelog)) {
    const first = /^## (\S+)/m.exec(readFileSync(changelog, "utf8"))?.[1];
    if (first !== json.version)
      found.push(`${dir}/CHANGELOG.md:1 starts with ${first ?? "no version"}, the package is ${json.version}`);
  }
  return found;
}

function unreferenced({ dir, json }) {
  const lists = json.private === true ? ["tsconfig.json"] : ["tsconfig.json", "tsconfig.build.json"];
  return lists.flatMap((file) => {
    const suffix = file === "tsconfig.json" ? "" : `/${file}`;
    const listed = readJson(join(root, file)).references.some(({ path }) => path === `./${dir}${suffix}`);
    return listed ? [] : [`${file}:1 does not reference ./${dir}${suffix}`];
  });
}

function sharedProjectNames() {
  const first = new Map();
  return packages.flatMap(({ dir }) => {
    const file = `${dir}/vitest.config.ts`;
    const name = existsSync(join(root, file))
      ? /\bname: "([^"]+)"/.exec(readFileSync(join(root, file), "utf8"))?.[1]
      : undefined;
    if (name === undefined) return [];
    const other = first.get(name);
    if (other === undefined) first.set(name, file);
    return other === undefined
      ? []
      : [`${file}:${lineOf(file, `"${name}"`)} names its project "${name}" like ${other}`];
  });
}

function hosts(file) {
  return readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) =>
      /"resolved": "(https?:|git)/.test(line)
        ? [`${file}:${index + 1} names a host: keep .npmrc and run \`npm install\` again`]
        : [],
    );
}
