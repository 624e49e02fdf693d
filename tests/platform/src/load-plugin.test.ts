import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform } from "@antler/core";
import { TOOL_PROVIDER } from "@antler/plugin-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

let dir = "";
const write = (path: string, text: string): void => {
  mkdirSync(join(dir, path, ".."), { recursive: true });
  writeFileSync(join(dir, path), text);
};
const TS = `import { definePlugin, TOOL_PROVIDER, type Plugin } from "@antler/plugin-api";
const plugin: Plugin<{ greeting?: string }> = definePlugin({
  apiVersion: 1,
  id: "@@",
  configSchema: { type: "object", properties: { greeting: { type: "string" } }, additionalProperties: false },
  register(host) {
    host.provide(TOOL_PROVIDER, { name: "@@-tools", list: () => [{ name: host.config.greeting ?? "none", description: "", group: "g", parameters: { type: "object" }, run: () => "" }] });
  },
});
export default plugin;
`;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "antler-plugins-"));
  write("one.ts", TS.replaceAll("@@", "one"));
  write(
    "folder/package.json",
    '{"name":"folder-plugin","type":"module","exports":{".":{"types":"./x.d.ts","default":"./main.ts"}}}',
  );
  write("folder/main.ts", TS.replaceAll("@@", "folder"));
  write("node_modules/named/package.json", '{"name":"named","type":"module","exports":"./index.js"}');
  write(
    "node_modules/named/index.js",
    'import { PLUGIN_API_VERSION } from "@antler/plugin-api";\nexport default { apiVersion: PLUGIN_API_VERSION, id: "named", register() {} };\n',
  );
  write("old.js", 'export default { apiVersion: 0, id: "old", register() {} };\n');
  write("throws.js", 'export default { apiVersion: 1, id: "throws", register() { throw new Error("boom"); } };\n');
  write("none.js", "export const x = 1;\n");
  write("syntax.js", "export default {\n");
});
afterAll(() => rmSync(dir, { recursive: true }));

const platformOf = (plugins: string) =>
  createPlatform({ configFile: join(dir, "config.yaml"), configText: `plugins:\n${plugins}` });

describe("plugins from outside", () => {
  it("load from a TypeScript file, from a folder and by package name, looked up from the config's folder", async () => {
    const platform = await platformOf(
      "  - { use: ./one.ts, config: { greeting: hello } }\n  - use: ./folder\n  - use: named\n",
    );
    expect(platform.plugins.map(({ id }) => id)).toEqual(["one", "folder", "named"]);
    const [tools] = platform.services.all(TOOL_PROVIDER);
    expect(await tools?.list({} as never)).toMatchObject([{ name: "hello" }]);
    await platform.stop();
  });

  it.each([
    ["./old.js", "ANTLER_PLUGIN_API_MISMATCH", /\[plugin old\]/],
    ["./throws.js", "ANTLER_PLUGIN_REGISTER_FAILED", /\[plugin throws\].*boom/],
    ["./none.js", "ANTLER_PLUGIN_INVALID", /\[plugin \.\/none\.js\]/],
    ["./syntax.js", "ANTLER_PLUGIN_LOAD_FAILED", /\[plugin \.\/syntax\.js\]/],
    ["./missing.js", "ANTLER_PLUGIN_NOT_FOUND", /missing\.js/],
    ["not-installed", "ANTLER_PLUGIN_NOT_FOUND", /not-installed is not installed/],
  ])("CFG-035: are refused when broken: %s gives %s, with the line in config.yaml", async (use, code, message) => {
    await expect(platformOf(`  - use: ${use}\n`)).rejects.toMatchObject({
      message: expect.stringMatching(message),
      problems: [{ code, position: { line: 2 }, hint: expect.stringMatching(/\S/) }],
    });
  });

  it("are told wrong config under their own name, with the place", async () => {
    await expect(platformOf("  - use: ./one.ts\n    config:\n      greting: x\n")).rejects.toMatchObject({
      problems: [
        {
          code: "ANTLER_CONFIG_KEY_UNKNOWN",
          message: expect.stringContaining("[plugin one]"),
          hint: "Did you mean `greeting`?",
          position: { line: 4 },
        },
      ],
    });
  });
});

it("says what is missing when a plugin has no apiVersion, or a configSchema that is none", async () => {
  write("nover.js", 'export default { id: "nover", register() {} };\n');
  write(
    "noschema.js",
    'export default { apiVersion: 1, id: "noschema", configSchema: { type: "objct" }, register() {} };\n',
  );
  await expect(platformOf("  - use: ./nover.js\n")).rejects.toMatchObject({
    problems: [{ code: "ANTLER_PLUGIN_API_MISSING", hint: expect.stringContaining("apiVersion: 1") }],
  });
  await expect(platformOf("  - use: ./noschema.js\n")).rejects.toMatchObject({
    problems: [{ code: "ANTLER_PLUGIN_SCHEMA_INVALID", message: expect.stringContaining("[plugin noschema]") }],
  });
});
