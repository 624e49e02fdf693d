import { checkConfig, createPlatform, type PlatformOptions } from "@antler/core";
import { CONFIG_CHECK, PLUGIN_API_VERSION } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { describe, expect, it } from "vitest";
import { loaded, pluginOf } from "./fixture.js";

const provider = loaded(modelPlugin("fake", scriptedModel(["hi"])) as never);
const section = loaded({
  ...pluginOf("limits", () => undefined),
  configSection: "limits",
  configSchema: {
    type: "object",
    properties: {
      timeout_seconds: { type: "integer", minimum: 1 },
      enabled: { type: "boolean" },
      names: { type: "array", items: { type: "string" } },
    },
    additionalProperties: false,
  },
} as never);
const check = (configText: string, options: PlatformOptions = {}) =>
  checkConfig({
    configFile: "c.yaml",
    configText,
    defaultPlugins: [provider, section],
    env: { TURNS: "50", WORD: "abc" },
    ...options,
  });

describe("the config", () => {
  it("is told all problems at once, each with its line", async () => {
    const problems = await check(
      "models: [{ name: m, use: fak }]\nlimits:\n  timeout_second: 3\n  names: x\nlimit: 1\nlead: { model: n }\n",
    );
    expect(problems.map(({ code, position }) => `${code} ${position?.line}`).sort()).toEqual([
      "ANTLER_CONFIG_KEY_UNKNOWN 3",
      "ANTLER_CONFIG_SECTION_UNKNOWN 5",
      "ANTLER_CONFIG_TYPE 4",
      "ANTLER_MODEL_PROVIDER_UNKNOWN 1",
      "ANTLER_MODEL_UNKNOWN_REFERENCE 6",
    ]);
    expect(problems.find(({ code }) => code === "ANTLER_CONFIG_KEY_UNKNOWN")?.hint).toBe(
      "Did you mean `timeout_seconds`?",
    );
  });

  it.each([
    ["timeout_seconds: $TURNS", 0],
    ["timeout_seconds:", 0],
    ['timeout_seconds: "45"', 0],
    ["timeout_seconds: $WORD", 1],
    ["timeout_seconds: 0", 1],
    ["timeout_seconds: off", 1],
    ["timeout_seconds: 30s", 1],
    ["timeout_seconds: 45.5", 1],
    ["timeout_seconds: true", 1],
  ])("CFG-06, CFG-09: takes %s for what it is", async (line, errors) => {
    const problems = await check(`limits:\n  ${line}\n`);
    expect(problems.filter(({ severity }) => severity === "error")).toHaveLength(errors);
  });

  it("CFG-024: takes yes as true, with a warning that says to write true", async () => {
    expect(await check("limits: { enabled: yes }\n")).toMatchObject([{ severity: "warning", hint: "Write `true`." }]);
  });

  it("CFG-01, CFG-02: reads blank sections as absent", async () => {
    expect(await check("models:\nlimits:\nplugins:\nlead:\n")).toEqual([]);
  });

  it("CFG-034: never prints the value of a key that looks secret", async () => {
    const problems = await check(
      "models: [{ name: m, use: fake }]\nlead: { api_key: sk-secret }\nlimits: { token: [sk-secret] }\n",
    );
    expect(JSON.stringify(problems)).not.toContain("sk-secret");
  });

  it("runs the cross checks that plugins contribute", async () => {
    const checker = loaded(
      pluginOf("checker", (host) =>
        host.provide(CONFIG_CHECK, {
          name: "c",
          check: () => [{ severity: "error", code: "ANTLER_TEST_CROSS", message: "does not fit" }],
        }),
      ),
    );
    expect(await check("", { defaultPlugins: [checker] })).toMatchObject([{ code: "ANTLER_TEST_CROSS" }]);
    await expect(createPlatform({ configText: "", defaultPlugins: [checker] })).rejects.toMatchObject({
      code: "ANTLER_CONFIG_INVALID",
      problems: [{ code: "ANTLER_TEST_CROSS" }],
    });
  });

  it("names both plugins that claim one section, and a config in the wrong place", async () => {
    const second = loaded({ ...pluginOf("second", () => undefined), configSection: "limits" });
    expect(await check("", { defaultPlugins: [section, second] })).toMatchObject([
      { code: "ANTLER_CONFIG_SECTION_DUPLICATE", message: expect.stringMatching(/second.*belongs to limits/) },
    ]);
    expect(await check("plugins: [{ use: limits, config: {} }]\n")).toMatchObject([
      { code: "ANTLER_CONFIG_MISPLACED", position: { line: 1 } },
    ]);
  });

  it("switches a default plugin off by its entry", async () => {
    const platform = await createPlatform({
      configText: "plugins: [{ use: limits, enabled: false }]\n",
      defaultPlugins: [section, loaded({ apiVersion: PLUGIN_API_VERSION, id: "kept", register: () => undefined })],
    });
    expect(platform.plugins.map(({ id }) => id)).toEqual(["kept"]);
    await platform.stop();
  });

  it("CFG-029: says which file cannot be read", async () => {
    await expect(checkConfig({ configFile: "/nowhere/config.yaml" })).rejects.toMatchObject({
      code: "ANTLER_CONFIG_UNREADABLE",
      message: expect.stringContaining("/nowhere/config.yaml"),
    });
  });
});

it("needs no key to explain: a variable that is not set below models is then a warning, elsewhere an error", async () => {
  const text = "models: [{ name: m, use: fake, api_key: $NOKEY }]\n";
  const explains = (configText: string, on: boolean) =>
    createPlatform({ configText, defaultPlugins: [provider], env: {}, explains: on });
  const platform = await explains(text, true);
  expect(platform.warnings).toMatchObject([{ code: "ANTLER_CONFIG_VARIABLE_UNSET" }]);
  await platform.stop();
  await expect(explains(text, false)).rejects.toMatchObject({ code: "ANTLER_CONFIG_INVALID" });
  await expect(explains("data_dir: $NODIR\n", true)).rejects.toMatchObject({ code: "ANTLER_CONFIG_INVALID" });
});

it("checks the rest of a section that has an unknown key", async () => {
  const problems = await check("limits:\n  timeout_second: 3\nlead: { model: n, modle: m }\n");
  expect(problems.map(({ code }) => code).sort()).toEqual([
    "ANTLER_CONFIG_KEY_UNKNOWN",
    "ANTLER_CONFIG_KEY_UNKNOWN",
    "ANTLER_MODEL_UNKNOWN_REFERENCE",
  ]);
});
