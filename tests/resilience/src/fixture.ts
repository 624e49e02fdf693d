import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlatform, type DefaultPlugin, type Platform } from "@antler/core";
import {
  MIDDLEWARE,
  type MiddlewareFactory,
  PLUGIN_API_VERSION,
  type PlainTool,
  type Plugin,
  type PluginHost,
  type RunEvent,
  TOOL_PROVIDER,
} from "@antler/plugin-api";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";

type RunResult = Awaited<ReturnType<Platform["run"]>>;
export interface Run {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
}
/** A platform that is stopped, and its folder removed, when the test ends. */
export interface TestPlatform extends AsyncDisposable {
  readonly platform: Platform;
  run(prompt?: string, options?: { readonly threadId?: string; readonly signal?: AbortSignal }): Promise<Run>;
}

export const DEFAULTS: readonly DefaultPlugin[] = [
  { id: "@antler/tool-policy", load: async () => (await import("@antler/tool-policy")).default as Plugin },
  { id: "@antler/sandbox", load: async () => (await import("@antler/sandbox")).default as Plugin },
  { id: "@antler/subagents", load: async () => (await import("@antler/subagents")).default as Plugin },
  { id: "@antler/resilience", load: async () => (await import("@antler/resilience")).default as Plugin },
  {
    id: "@antler/langchain-middleware",
    load: async () => (await import("@antler/langchain-middleware")).default as Plugin,
  },
  { id: "@antler/model-openai", load: async () => (await import("@antler/model-openai")).default as Plugin },
];

/** The default features with `config`, and the given plugins; those whose id is in `without` are left out. */
export async function testPlatform(
  config: string,
  plugins: readonly Plugin[] = [],
  without: readonly string[] = [],
): Promise<TestPlatform> {
  const folder = await mkdtemp(join(tmpdir(), "antler-resilience-"));
  const platform = await createPlatform({
    configFile: join(folder, "config.yaml"),
    configText: `data_dir: ${join(folder, "data")}\n${config}`,
    defaultPlugins: [
      ...DEFAULTS.filter(({ id }) => !without.includes(id)),
      ...plugins.map((plugin) => ({ id: plugin.id, load: async () => plugin })),
    ],
  });
  return {
    platform,
    run: async (prompt = "go", options = {}) => {
      const events: RunEvent[] = [];
      const result = await platform.run({ prompt, ...options, onEvent: (event) => events.push(event) });
      return { result, events };
    },
    [Symbol.asyncDispose]: async () => {
      await platform.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function pluginOf(id: string, register: (host: PluginHost<unknown>) => void): Plugin {
  return { apiVersion: PLUGIN_API_VERSION, id, register };
}
export function toolsPlugin(...tools: readonly PlainTool[]): Plugin {
  return pluginOf("test-tools", (host) => host.provide(TOOL_PROVIDER, { name: "test-tools", list: () => tools }));
}
export function middlewarePlugin(...factories: readonly MiddlewareFactory[]): Plugin {
  return pluginOf("test-middlewares", (host) => {
    for (const factory of factories) host.provide(MIDDLEWARE, factory);
  });
}

/** A tool whose calls are kept. */
export interface RecordedTool extends PlainTool {
  readonly calls: Readonly<Record<string, unknown>>[];
}
export function recordedTool(
  name: string,
  answer: (args: Readonly<Record<string, unknown>>) => string | Promise<string> = () => "ok",
  parameters: PlainTool["parameters"] = TEXT_PARAMETERS,
): RecordedTool {
  const calls: Readonly<Record<string, unknown>>[] = [];
  return {
    name,
    group: "test",
    description: `The tool ${name}.`,
    parameters,
    calls,
    run: (args) => {
      calls.push(args);
      return answer(args);
    },
  };
}
export const TEXT_PARAMETERS: PlainTool["parameters"] = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
};

/** Waits that would slow the tests down are made short. */
export const QUICK = "resilience: { model_errors: { base_delay_ms: 1, max_delay_ms: 2 } }\n";

export function openAiConfig(url: string, resilience = QUICK): string {
  return `models: [{ name: main, use: openai, model: test-model, base_url: "${url}", api_key: none }]\n${resilience}`;
}

/** A message as an OpenAI-compatible provider gets it, as far as `messagesFault` looks. */
export function onTheWire(message: BaseMessage): object {
  const calls = AIMessage.isInstance(message) ? (message.tool_calls ?? []) : [];
  return {
    role: ROLES.get(message.getType()),
    content: message.content,
    ...(ToolMessage.isInstance(message) ? { tool_call_id: message.tool_call_id } : {}),
    tool_calls: calls.map(({ id, name, args }) => ({ id, function: { name, arguments: JSON.stringify(args) } })),
  };
}
const ROLES: ReadonlyMap<string, string> = new Map([
  ["human", "user"],
  ["ai", "assistant"],
  ["tool", "tool"],
  ["system", "system"],
]);
