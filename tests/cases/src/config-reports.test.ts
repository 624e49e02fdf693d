import { DEFAULT_PLUGINS } from "@antler/cli";
import { checkConfig } from "@antler/core";
import type { ConfigProblem } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";

const problemsOf = (configText: string): Promise<readonly ConfigProblem[]> =>
  checkConfig({ configFile: "config.yaml", configText, env: {}, defaultPlugins: DEFAULT_PLUGINS });

/** `severity line message hint`, one line a problem. */
const linesOf = async (configText: string): Promise<string> =>
  (await problemsOf(configText))
    .map(({ severity, position, message, hint }) => `${severity} ${position?.line} ${message} ${hint ?? ""}`)
    .join("\n");

describe("checking a config", () => {
  it("CFG-033: tells all invalid values at once, each with its path and line", async () => {
    const lines = await linesOf(
      "subagents:\n  timeout_seconds: 0\n  max_turns: many\n  agents:\n    bash: { max_turns: -1 }\n",
    );
    expect(lines.split("\n")).toHaveLength(3);
    expect(lines).toMatch(/error 2 .*subagents\.timeout_seconds/);
    expect(lines).toMatch(/error 3 .*subagents\.max_turns/);
    expect(lines).toMatch(/error 5 .*subagents\.agents\.bash\.max_turns/);
  });

  it("CFG-07: names a mistyped key with its full path and the key that was meant", async () => {
    const lines = await linesOf("subagents: { agents: { bash: { timeout_second: 30 } } }\n");
    expect(lines).toMatch(/^error 1 .*subagents\.agents\.bash\.timeout_second`.*timeout_seconds/);
  });

  it("CFG-08: does not drop an endpoint that is given under another provider's key", async () => {
    const lines = await linesOf(
      "models: [{ name: m, use: openai, model: x, api_key: k, api_base: 'http://127.0.0.1:1/v1' }]\n",
    );
    expect(lines).toMatch(/^error 1 .*api_base/);
    expect(lines).toContain("base_url");
  });

  it("CFG-026, CFG-027: warns of an older config_version, not of the latest, of none or of a newer one", async () => {
    expect(await linesOf("models: []\nconfig_version: 0\n")).toMatch(/^warning 2 .*version 0 .*latest is 1/);
    for (const text of ["config_version: 1\n", "config_version: 5\n", ""]) expect(await problemsOf(text)).toEqual([]);
  });

  it("PRM-12: refuses a tool list that is one text, with its path", async () => {
    const lines = await linesOf(
      "subagents:\n  custom_agents:\n    x: { description: d, system_prompt: p, tools: 'read_file, bash' }\n",
    );
    expect(lines).toMatch(/^error 3 .*subagents\.custom_agents\.x\.tools/);
  });
});
