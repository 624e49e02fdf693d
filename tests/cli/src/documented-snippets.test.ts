import { spawnSync } from "node:child_process";
import { readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { documentedSnippets, firstSnippet, ROOT } from "./documented-snippets.js";
import { antler, folderOf } from "./test-io.js";

const SECTIONS = new Set(
  Object.keys(
    (JSON.parse(readFileSync(join(ROOT, "config.schema.json"), "utf8")) as { properties: object }).properties,
  ),
);
/** What snippets refer to and do not repeat. */
const MODELS = `models:\n${["main", "small", "spare"].map((name) => `  - { name: ${name}, use: scripted, turns: [{ text: hi }] }\n`).join("")}`;
const ENV = { OPENAI_API_KEY: "key", TRACKER_TOKEN: "token" };

const configs = documentedSnippets().filter(({ language, text }) => {
  const keys = language === "yaml" ? Object.keys((parse(text) ?? {}) as object) : [];
  return keys.length > 0 && keys.every((key) => SECTIONS.has(key));
});

describe("the pieces of config.yaml in the documentation", () => {
  it("are found", () => expect(configs.length).toBeGreaterThan(15));

  it.each(configs)("$page:$line has no errors", async ({ text }) => {
    const config = text.replace('"@antler/compat-claude"', join(ROOT, "plugins/compat-claude/src/index.ts"));
    const cwd = folderOf({ "config.yaml": /^models:/m.test(config) ? config : config + MODELS });
    symlinkSync(join(ROOT, "examples"), join(cwd, "examples"));
    for (const [, file = ""] of text.matchAll(/use: \.\/(\w+\.ts)/g)) symlinkSync(greeterFile(), join(cwd, file));
    const { out, err } = await antler(cwd, ["config", "check", "--json"], { env: ENV });
    const problems = JSON.parse(out) as readonly { readonly severity: string }[];
    expect([problems.filter(({ severity }) => severity === "error"), err]).toEqual([[], ""]);
  });
});

describe("docs/plugin-authors.md", () => {
  it("begins with a plugin that type-checks, and that the shown config runs with the shown outcome", async () => {
    const shown = firstSnippet("docs/plugin-authors.md", "console");
    const cwd = folderOf({
      "package.json": '{ "type": "module" }',
      "greeter.ts": firstSnippet("docs/plugin-authors.md", "ts"),
      "config.yaml": firstSnippet("docs/plugin-authors.md", "yaml"),
    });
    expect(typeProblems(cwd, "greeter.ts")).toBe("");
    for (const [, command = "", output = ""] of shown.matchAll(
      /^\$ npx antler (.*?)(?: {2,}#.*)?\n((?:[^$].*\n)*)/gm,
    )) {
      const { code, out } = await antler(cwd, wordsOf(command));
      expect({ command, code }).toEqual({ command, code: 0 });
      if (output !== "") expect(out).toBe(output);
    }
  });
});

it.each(["README.md", "packages/plugin-api/README.md"])(
  "the plugin in %s type-checks, and its tool answers without any config",
  async (page) => {
    const turns = '[{ calls: [{ tool: greet, args: { name: Ada } }] }, { text: "{{ result.greet }}" }]';
    const cwd = folderOf({
      "package.json": '{ "type": "module" }',
      "greeter.ts": firstSnippet(page, "ts"),
      "config.yaml": `models: [{ name: main, use: scripted, turns: ${turns} }]\n`,
    });
    expect(typeProblems(cwd, "greeter.ts")).toBe("");
    expect((await antler(cwd, ["run", "Greet Ada.", "--plugin", "./greeter.ts"])).out).toBe("Hello, Ada.\n");
  },
);

it("the scenario in docs/scripted-model.md counts lines", async () => {
  const cwd = folderOf({
    "scenario.yaml": firstSnippet("docs/scripted-model.md", "yaml"),
    "config.yaml": "models: [{ name: main, use: scripted, scenario: scenario.yaml }]\n",
    "work/notes.txt": "a\nb\nc\n",
  });
  const { out } = await antler(cwd, ["run", "How long is notes.txt", "--workspace", "work"]);
  expect(out).toBe("It has 3 lines.\n");
});

it.each([
  ["docs/tool-policy.md", "tools explain reviewer --live"],
  ["examples/no-deletion-layer/README.md", "tools explain general-purpose"],
])("the table in %s is what the command prints", async (page, command) => {
  const config = firstSnippet(page, "yaml").replaceAll(/command: \w+-mcp/g, "command: node, args: [server.mjs]");
  const cwd = folderOf({ "config.yaml": config + MODELS, "server.mjs": SEARCH_SERVER });
  symlinkSync(join(ROOT, "examples"), join(cwd, "examples"));
  const shown = firstSnippet(page, "console");
  const { out } = await antler(cwd, wordsOf(command), { env: { PATH: process.env["PATH"] ?? "" } });
  expect(out).toBe(shown.slice(shown.indexOf("\n") + 1));
});

function greeterFile(): string {
  return join(folderOf({ "greeter.ts": firstSnippet("docs/plugin-authors.md", "ts") }), "greeter.ts");
}

/** What the compiler says, with the options that the documentation names. */
function typeProblems(cwd: string, file: string): string {
  symlinkSync(join(ROOT, "node_modules"), join(cwd, "node_modules"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  const tsc = join(ROOT, "node_modules", ".bin", "tsc");
  const { stdout, stderr } = spawnSync(tsc, [...options, "--customConditions", "@antler/source", file], {
    cwd,
    encoding: "utf8",
  });
  return stdout + stderr;
}

/** The words of a command line; quotes keep blanks. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** An MCP server with one tool, `search`. */
const SEARCH_SERVER = `
import { createInterface } from "node:readline";
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "search", description: "Searches.", inputSchema: { type: "object", properties: {} } }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method]?.(params) ?? {} }));
}
`;
