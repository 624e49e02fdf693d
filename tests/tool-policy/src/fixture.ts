import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PLUGINS } from "@antler/cli";
import { createPlatform, type Platform } from "@antler/core";
import { PLUGIN_API_VERSION, type PlainTool, type Plugin, type RunEvent, TOOL_PROVIDER } from "@antler/plugin-api";
import { modelPlugin, type ScriptedModel, type ScriptedRequest } from "@antler/testing";
import { onTestFinished } from "vitest";

/** A folder that is gone after the test. */
export function folder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "antler-tool-policy-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}

/** The other sandbox backends need programs that are not on every machine; no tool is run in a sandbox here. */
const FEATURES = DEFAULT_PLUGINS.filter(({ id }) => !id.startsWith("@antler/sandbox-"));

/** Antler's default features under a scripted model, with further plugins. */
export async function platformOf(
  model: ScriptedModel,
  config: string,
  plugins: readonly Plugin[] = [],
  dir: string = folder(),
  moreModels = "",
  sandbox = "{ use: local }",
): Promise<Platform> {
  const own = [modelPlugin("fake", model) as Plugin, ...plugins];
  const platform = await createPlatform({
    configFile: join(dir, "config.yaml"),
    configText: `models: [{ name: main, use: fake }${moreModels === "" ? "" : `, ${moreModels}`}]\ndata_dir: ./data\nsandbox: ${sandbox}\n${config}`,
    defaultPlugins: [...FEATURES, ...own.map((plugin) => ({ id: plugin.id, load: async () => plugin }))],
  });
  onTestFinished(() => platform.stop());
  return platform;
}

export async function runOnce(
  platform: Platform,
  options: { readonly threadId?: string; readonly prompt?: string } = {},
) {
  const events: RunEvent[] = [];
  const result = await platform.run({ prompt: "go", ...options, onEvent: (event) => events.push(event) });
  return { result, events };
}

/** A plugin with tools; each counts its calls in `calls`. */
export function toolsPlugin(tools: readonly (Partial<PlainTool> & { readonly name: string })[]) {
  const calls: string[] = [];
  const offers = tools.map(
    (tool): PlainTool => ({
      group: "",
      description: `The tool ${tool.name}.`,
      parameters: { type: "object", properties: {} },
      run: () => {
        calls.push(tool.name);
        return `${tool.name} ran`;
      },
      ...tool,
    }),
  );
  const plugin: Plugin = {
    apiVersion: PLUGIN_API_VERSION,
    id: "antler-plugin-test-tools",
    register: (host) => host.provide(TOOL_PROVIDER, { name: "test-tools", list: () => offers }),
  };
  return { plugin, calls };
}

export function lastText({ messages }: ScriptedRequest): string {
  return messages.at(-1)?.text ?? "";
}

/** What the tools answered since the last model call, by call order. */
export function toolAnswers({ messages }: ScriptedRequest): readonly string[] {
  const lastAi = messages.findLastIndex((message) => message.type === "ai");
  return messages.slice(lastAi + 1).map((message) => message.text);
}

/** A delegation, as a lead asks for it. */
export function taskCall(type: string, prompt = "work") {
  return { name: "task", args: { description: `Do ${prompt}`, prompt, subagent_type: type } };
}
