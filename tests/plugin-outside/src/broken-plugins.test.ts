import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { outsideFolder } from "./outside-folder.js";

const ANTLER = fileURLToPath(new URL("../../../packages/cli/bin/antler.mjs", import.meta.url));
const MODEL = "models: [{ name: main, use: scripted, turns: [{ text: hello }] }]\n";

/** `antler run` in a folder with this config and, as `broken.js`, this plugin. */
function antlerRun(
  config: string,
  source = "",
): { readonly code: number | null; readonly stdout: string; readonly stderr: string } {
  const cwd = outsideFolder({ "config.yaml": `${MODEL}${config}`, "broken.js": source });
  const env = { ...process.env, NO_COLOR: "1" };
  const { status, stdout, stderr } = spawnSync(process.execPath, [ANTLER, "run", "hello"], {
    cwd,
    encoding: "utf8",
    env,
  });
  return { code: status, stdout, stderr };
}

const BROKEN = "plugins:\n  - use: ./broken.js\n";
const type = '{ name: "terminologist", description: "Another.", systemPrompt: "Another." }';
const point = '{ id: "subagent-type", use: "all", token: Symbol.for("antler/subagent-type") }';

describe("a broken plugin ends the command before anything runs, with plugin, code and fix:", () => {
  it.each([
    ["no plugin at all", BROKEN, "export default 1;", "ANTLER_PLUGIN_INVALID", /definePlugin/],
    [
      "another apiVersion",
      BROKEN,
      'export default { apiVersion: 99, id: "broken", register() {} };',
      "ANTLER_PLUGIN_API_MISMATCH",
      /\[plugin broken\].*99/,
    ],
    [
      "an error in register",
      BROKEN,
      'export default { apiVersion: 1, id: "broken", register() { throw new Error("no luck"); } };',
      "ANTLER_PLUGIN_REGISTER_FAILED",
      /\[plugin broken\].*no luck/,
    ],
    [
      "a name that another plugin uses",
      `${BROKEN}  - use: ./glossary\n`,
      `export default { apiVersion: 1, id: "broken", register(host) { host.provide(${point}, ${type}); } };`,
      "ANTLER_CONTRIBUTION_DUPLICATE",
      /(?=.*antler-plugin-glossary)(?=.*broken)(?=.*terminologist)/s,
    ],
    [
      "a config key that it does not know",
      "plugins:\n  - use: ./glossary\n    config: { term: {} }\n",
      "",
      "ANTLER_CONFIG_KEY_UNKNOWN",
      /(?=.*config\.yaml:4:15)(?=.*antler-plugin-glossary)(?=.*`?terms`?)/s,
    ],
  ])("%s", (_, config, source, code, message) => {
    const run = antlerRun(config, source);
    expect(run.stderr).toContain(code);
    expect(run.stderr).toMatch(message);
    expect(run.stderr).not.toMatch(/node:internal|^\s+at .*[(/]/m);
    expect(run).toMatchObject({ code: 2, stdout: "" });
  });
});
