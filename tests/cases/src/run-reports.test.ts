import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PLUGINS } from "@antler/cli";
import { createPlatform, type Platform } from "@antler/core";
import type { Plugin } from "@antler/plugin-api";
import { modelPlugin, type ScriptedModel, scriptedModel } from "@antler/testing";
import { expect, it, onTestFinished } from "vitest";

/** A platform of all default features in a folder of its own; gone after the test. */
async function platformIn(config: string, model: ScriptedModel, files: Readonly<Record<string, string>> = {}) {
  const dir = mkdtempSync(join(tmpdir(), "antler-reports-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, ".."), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  const fake = modelPlugin("fake", model) as Plugin;
  const platform: Platform = await createPlatform({
    configFile: join(dir, "config.yaml"),
    configText: `models: [{ name: main, use: fake }]\ndata_dir: ./data\n${config}`,
    defaultPlugins: [...DEFAULT_PLUGINS, { id: fake.id, load: async () => fake }],
  });
  onTestFinished(async () => {
    await platform.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  return { dir, platform };
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: Knows ${name}.\n---\nBODY OF ${name}\n`;
const task = (subagent_type: string, prompt: string) => ({
  calls: [{ name: "task", args: { description: "Do it", prompt, subagent_type } }],
});

it("PRM-02: a subagent that names no skills gets those that its lead may have, not all", async () => {
  const model = scriptedModel(({ turn, tools }) =>
    turn === 0 && tools.includes("task") ? task("general-purpose", "Go.") : "done",
  );
  const { platform } = await platformIn(
    "sandbox: { use: local }\nskills: { paths: [./skills], allowed: [a] }\n",
    model,
    {
      "skills/a/SKILL.md": skill("a"),
      "skills/b/SKILL.md": skill("b"),
    },
  );
  await platform.run({ prompt: "Go." });
  const child = model.requests.find(({ tools }) => !tools.includes("task"));
  expect(child?.messages[0]?.text).toContain("BODY OF a");
  expect(child?.messages[0]?.text).not.toContain("BODY OF b");
});

it("PRM-17: on the local backend without an opt-in nothing runs on the host, and the refusal says what to do", async () => {
  const model = scriptedModel(({ turn, messages }) =>
    turn === 0 ? task("bash", "touch ran") : (messages.at(-1)?.text ?? ""),
  );
  const { dir, platform } = await platformIn("sandbox: { use: local }\n", model);
  const { text } = await platform.run({ prompt: "Go.", workspace: dir });
  expect(text).toMatch(/disabled/i);
  expect(text).toContain("allow_host_bash");
  expect(model.requests.every(({ tools }) => !tools.includes("bash"))).toBe(true);
  expect(existsSync(join(dir, "ran"))).toBe(false);
});
