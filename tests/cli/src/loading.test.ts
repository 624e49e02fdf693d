import { beforeAll, describe, expect, it } from "vitest";
import { buildCommand, loadedModules } from "./built-command.js";
import { folderOf, HELLO } from "./test-io.js";

beforeAll(buildCommand, 120_000);

const CONFIG = `${HELLO}subagents:\n  custom_agents:\n    reader: { description: Reads., system_prompt: You read., tools: [read_file] }\n`;
const packageOf = (module: string): string | undefined => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];

function packagesOf(args: readonly string[]): { readonly code: number | null; readonly packages: ReadonlySet<string> } {
  const { code, modules } = loadedModules(folderOf({ "config.yaml": CONFIG }), args);
  return { code, packages: new Set(modules.flatMap((module) => packageOf(module) ?? [])) };
}

describe.each([
  [["--help"]],
  [["run", "--help"]],
  [["config", "check"]],
  [["config", "print", "--effective"]],
  [["config", "schema", "-o", "-"]],
  [["tools", "explain", "reader"]],
  [["tools", "list"]],
  [["skills", "list"]],
  [["subagents", "list"]],
  [["prompt", "show", "reader"]],
  [["plugins", "list"]],
  [["models", "list"]],
  [["lock"]],
  [["init", "new", "--yes"]],
])("antler %s", (args) => {
  it("works without loading langchain", () => {
    const { code, packages } = packagesOf(args);
    expect(code).toBe(0);
    expect([...packages].filter((name) => name.includes("langchain") || name.includes("langgraph"))).toEqual([]);
  });
});

it("loads nothing but the command parser for help", () => {
  const { packages } = packagesOf(["--help"]);
  expect([...packages]).toEqual(["commander"]);
});

it("records modules at all: a run does load langchain", () => {
  const { code, packages } = packagesOf(["run", "hello", "--quiet"]);
  expect(code).toBe(0);
  expect(packages).toContain("langchain");
});
