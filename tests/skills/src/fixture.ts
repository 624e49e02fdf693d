import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { claudePlugin } from "@antler/compat-claude";
import { createPlatform, type Platform, type RunResult } from "@antler/core";
import { PLUGIN_API_VERSION, type PlainTool, type Plugin, type RunEvent, TOOL_PROVIDER } from "@antler/plugin-api";
import { skillsPlugin } from "@antler/skills";
import subagentsPlugin from "@antler/subagents";
import { modelPlugin, type ScriptedModel, type ScriptedRequest } from "@antler/testing";
import policyPlugin from "@antler/tool-policy";

export interface Folder extends AsyncDisposable {
  readonly path: string;
  write(file: string, content: string): Promise<string>;
}

/** A temporary folder with these files. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<Folder> {
  const path = await mkdtemp(join(tmpdir(), "antler-agents-"));
  const write = async (file: string, content: string): Promise<string> => {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), content);
    return join(path, file);
  };
  for (const [file, content] of Object.entries(files)) await write(file, content);
  return { path, write, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

export function skillText(name: string, lines: readonly string[] = []): string {
  return ["---", `name: ${name}`, `description: About ${name}`, ...lines, "---", `Body of ${name}.`].join("\n");
}

/** Tools that answer with their name and remember their calls. */
export function toolsOf(...names: readonly string[]): Plugin & { readonly calls: string[] } {
  const calls: string[] = [];
  const tools = names.map(
    (name): PlainTool => ({
      name,
      description: `Does ${name}.`,
      group: "test",
      parameters: { type: "object", properties: { command: { type: "string" } } },
      run: ({ command }) => {
        calls.push(command === undefined ? name : `${name} ${String(command)}`);
        return `${name} ran`;
      },
    }),
  );
  return {
    apiVersion: PLUGIN_API_VERSION,
    id: "tools",
    register: ({ provide }) => provide(TOOL_PROVIDER, { name: "tools", list: () => tools }),
    calls,
  };
}

/** The plugin of the other client's files with its config in a section of its own, `claude`. */
export const CLAUDE: Plugin = { ...claudePlugin, configSection: "claude" } as Plugin;

export async function platformOf(
  model: ScriptedModel,
  folder: Folder,
  config: string,
  plugins: readonly Plugin[] = [],
): Promise<Platform & AsyncDisposable> {
  const own = [policyPlugin, skillsPlugin, subagentsPlugin, modelPlugin("fake", model), ...plugins] as Plugin[];
  const platform = await createPlatform({
    configFile: join(folder.path, "config.yaml"),
    configText: config.includes("models:") ? config : `models: [{ name: main, use: fake }]\n${config}`,
    defaultPlugins: own.map((plugin) => ({ id: plugin.id, load: async () => plugin })),
  });
  return Object.assign(platform, { [Symbol.asyncDispose]: () => platform.stop() });
}

export async function runOnce(
  platform: Platform,
  prompt = "go",
): Promise<{ readonly result: RunResult; readonly events: readonly RunEvent[] }> {
  const events: RunEvent[] = [];
  return { result: await platform.run({ prompt, onEvent: (event) => events.push(event) }), events };
}

/** The calls of a lead that delegates one task of a type. */
export function taskCall(type: string, prompt = "the task"): { name: string; args: Record<string, unknown> } {
  return { name: "task", args: { description: "a test", prompt, subagent_type: type } };
}

export function systemOf({ messages }: ScriptedRequest): string {
  return messages
    .filter((message) => message.type === "system")
    .map((message) => message.text)
    .join("\n=====\n");
}
export function humanOf({ messages }: ScriptedRequest): string {
  return messages.find((message) => message.type === "human")?.text ?? "";
}
export function lastToolTexts({ messages }: ScriptedRequest): readonly string[] {
  const lastAnswer = messages.findLastIndex((message) => message.type === "ai");
  return messages
    .slice(lastAnswer + 1)
    .filter((message) => message.type === "tool")
    .map((message) => message.text);
}
