import { describe, expect, it } from "vitest";
import { runScript, type ScriptResult, smallWorkspace } from "./small-workspace.js";

const manifest = (name: string, layer: string, more: object = {}): object => ({
  name: `@antler/${name}`,
  exports: { ".": "./src/index.ts" },
  nx: { tags: [`layer:${layer}`] },
  ...more,
});
const api = {
  "packages/plugin-api/package.json": manifest("plugin-api", "contract"),
  "packages/plugin-api/src/index.ts": "export const one = 1;\n",
};
const onApi = { dependencies: { "@antler/plugin-api": "0.1.0" } };

const check = (files: Record<string, unknown>): ScriptResult =>
  runScript("check-boundaries.mjs", smallWorkspace({ ...api, ...files }));

/** A feature package `skills` whose index.ts is this text. */
const feature = (text: string, more: object = onApi): Record<string, unknown> => ({
  "packages/skills/package.json": manifest("skills", "feature", more),
  "packages/skills/src/index.ts": text,
});

describe("check-boundaries", () => {
  it("passes a package that imports the contract", () => {
    const { code, problems, stdout } = check(
      feature('import { one } from "@antler/plugin-api";\nexport const two = one + one;\n'),
    );
    expect(problems).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).toBe("2 packages, 0 boundary problems");
  });

  it.each([
    [
      "a relative import that leaves the package",
      'import "../../plugin-api/src/index.js";\n',
      ":1 ",
      "leaves the package",
    ],
    ["an undeclared package", '\nimport "yaml";\n', ":2 ", '"yaml" is not in packages/skills/package.json'],
    [
      "a path outside `exports`",
      'import "@antler/plugin-api/src/index.js";\n',
      ":1 ",
      "is not in the `exports` of @antler/plugin-api",
    ],
  ])("finds %s", (_, text, line, message) => {
    const { code, problems } = check(feature(text));
    expect(problems).toEqual([expect.stringContaining(message)]);
    expect(problems[0]).toContain(`packages/skills/src/index.ts${line}`);
    expect(code).toBe(1);
  });

  it("finds an arrow that is not drawn, also in a type and in a dynamic import", () => {
    const files = {
      ...feature(
        'import type { T } from "@antler/core";\nexport const load = () => import("@antler/core");\nexport type U = import("@antler/core").T;\nexport type { T };\n',
        { dependencies: { "@antler/core": "0.1.0" } },
      ),
      "packages/core/package.json": manifest("core", "kernel"),
      "packages/core/src/index.ts": "export type T = 1;\n",
    };
    expect(check(files).problems).toEqual(
      [1, 2, 3].map((line) => `packages/skills/src/index.ts:${line} feature may not import kernel (@antler/core)`),
    );
  });

  it("lets a package's tests import the testing package, and only them", () => {
    const files = (file: string): Record<string, unknown> => ({
      ...feature("export {};\n", { devDependencies: { "@antler/testing": "0.1.0" } }),
      [`packages/skills/src/${file}`]: 'import "@antler/testing";\nimport "vitest";\n',
      "packages/testing/package.json": manifest("testing", "testing"),
      "packages/testing/src/index.ts": "export {};\n",
    });
    expect(check(files("a.test.ts")).problems).toEqual([]);
    expect(check(files("a.ts")).problems).toHaveLength(3);
  });

  it("lets test packages import everything that they declare", () => {
    const files = {
      "packages/core/package.json": manifest("core", "kernel"),
      "packages/core/src/index.ts": "export {};\n",
      "packages/all/package.json": manifest("all", "tests", {
        devDependencies: { "@antler/core": "0.1.0", langchain: "1.5.14" },
      }),
      "packages/all/src/run.ts": 'import "@antler/core";\nimport "langchain";\nimport "@antler/plugin-api";\n',
    };
    expect(check(files).problems).toEqual([
      'packages/all/src/run.ts:3 "@antler/plugin-api" is not in packages/all/package.json',
    ]);
  });

  it("finds a contract that imports more than types", () => {
    const files = {
      "packages/plugin-api/package.json": manifest("plugin-api", "contract", { peerDependencies: { zod: "^4.0.0" } }),
      "packages/plugin-api/src/index.ts":
        'import type { ZodType } from "zod";\nimport { z } from "zod";\nexport type Z = ZodType;\nz;\n',
    };
    expect(check(files).problems).toEqual([
      'packages/plugin-api/src/index.ts:2 a contract imports only types: write `import type` for "zod"',
    ]);
  });

  it("finds langchain that is loaded with a package, and says by which way", () => {
    const more = { peerDependencies: { langchain: "^1.5.0", "@langchain/core": "^1.4.0" } };
    const { problems } = check({
      ...feature('export * from "./plugin.js";\n', more),
      "packages/skills/src/plugin.ts":
        '\nimport { deep } from "./deep.js";\nexport const p = deep;\nexport const lazy = () => import("./lazy.js");\n',
      "packages/skills/src/deep.ts":
        'import type { AgentMiddleware } from "langchain";\nimport { AIMessage } from "@langchain/core/messages";\nexport const deep: AgentMiddleware | AIMessage = new AIMessage("");\n',
      "packages/skills/src/lazy.ts": 'import { createAgent } from "langchain";\nexport const make = createAgent;\n',
    });
    expect(problems).toEqual([
      'packages/skills/src/deep.ts:2 "@langchain/core/messages" is loaded with the package: use `await import()` (reached by packages/skills/src/index.ts:1 -> packages/skills/src/plugin.ts:2)',
    ]);
  });

  it("finds a build configuration that references other packages than package.json", () => {
    const files = { ...feature("export {};\n"), "packages/skills/tsconfig.build.json": { references: [] } };
    expect(check(files).problems).toEqual([
      "packages/skills/tsconfig.build.json:1 references [], package.json depends on [packages/plugin-api]",
    ]);
  });

  it("finds a package without a layer", () => {
    expect(check({ "packages/x/package.json": { name: "@antler/x" } }).problems).toEqual([
      expect.stringMatching(/^packages\/x\/package\.json:1 needs one of the tags layer:contract, /),
    ]);
  });
});
