import { describe, expect, it } from "vitest";
import { runScript, type ScriptResult, smallWorkspace } from "./small-workspace.js";

const good = {
  name: "@antler/a",
  version: "0.1.0",
  description: "A.",
  license: "Apache-2.0",
  engines: {},
  exports: {},
  files: [],
  publishConfig: {},
};
const check = (manifest: object, more: Record<string, unknown> = {}): ScriptResult =>
  runScript(
    "check-manifests.mjs",
    smallWorkspace({
      LICENSE: "the licence",
      "package-lock.json": "{}",
      "tsconfig.json": { references: [{ path: "./packages/a" }] },
      "tsconfig.build.json": { references: [{ path: "./packages/a/tsconfig.build.json" }] },
      "packages/a/package.json": { ...good, ...manifest },
      "packages/a/README.md": "# a",
      "packages/a/CHANGELOG.md": "# Changelog\n\n## 0.1.0\n",
      "packages/a/LICENSE": "the licence",
      ...more,
    }),
  );

describe("check-manifests", () => {
  it("passes a package that could be published", () => {
    expect(check({})).toEqual({ code: 0, problems: [], stdout: "1 manifests, 0 problems" });
  });

  it("finds a version that is not exact; a peer may be a range", () => {
    const { code, problems } = check({ dependencies: { yaml: "^2.9.1" }, peerDependencies: { langchain: "^1.5.0" } });
    expect(problems).toEqual(['packages/a/package.json:11 "yaml": "^2.9.1" is no exact version']);
    expect(code).toBe(1);
  });

  it("finds a dependency on another version of a package of the workspace", () => {
    expect(check({ devDependencies: { "@antler/a": "0.0.9" } }).problems).toEqual([
      'packages/a/package.json:11 "@antler/a" is 0.1.0 in this workspace, not 0.0.9',
    ]);
  });

  it("finds missing fields, a missing bin and a changelog that is behind", () => {
    const more = { "packages/a/CHANGELOG.md": "# Changelog\n\n## 0.0.9\n" };
    expect(check({ description: undefined, bin: { a: "bin/a.mjs" } }, more).problems).toEqual([
      "packages/a/package.json:1 has no `description`",
      'packages/a/package.json:1 bin "a" is bin/a.mjs, which is missing',
      "packages/a/CHANGELOG.md:1 starts with 0.0.9, the package is 0.1.0",
    ]);
  });

  it("finds another licence text", () => {
    expect(check({}, { "packages/a/LICENSE": "another" }).problems).toEqual([
      "packages/a/LICENSE:1 differs from the LICENSE of the workspace: copy that one",
    ]);
  });

  it("finds a package that the root does not build", () => {
    expect(check({}, { "tsconfig.build.json": { references: [] } }).problems).toEqual([
      "tsconfig.build.json:1 does not reference ./packages/a/tsconfig.build.json",
    ]);
  });

  it("finds two packages whose tests have one project name", () => {
    const config = 'export default { test: { name: "a" } };';
    const more = {
      "packages/b/package.json": { name: "b", private: true },
      "packages/a/vitest.config.ts": config,
      "packages/b/vitest.config.ts": config,
      "tsconfig.json": { references: [{ path: "./packages/a" }, { path: "./packages/b" }] },
    };
    expect(check({}, more).problems).toEqual([
      'packages/b/vitest.config.ts:1 names its project "a" like packages/a/vitest.config.ts',
    ]);
  });

  it("finds a registry host in the lockfile", () => {
    const lock = '{\n  "resolved": "https://registry.example/x.tgz"\n}';
    expect(check({}, { "package-lock.json": lock }).problems).toEqual([
      "package-lock.json:2 names a host: keep .npmrc and run `npm install` again",
    ]);
  });
});
