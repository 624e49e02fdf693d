import { createPlatform, type DefaultPlugin, type Platform, type PlatformOptions } from "@antler/core";
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
import { modelPlugin, type ScriptedModel } from "@antler/testing";

export const POLICY: DefaultPlugin = {
  id: "@antler/tool-policy",
  load: async () => (await import("@antler/tool-policy")).default as Plugin,
};

/** A platform of the kernel, the real tool policy, one model and the given plugins. */
export function platformOf(
  model: ScriptedModel,
  plugins: readonly Plugin[] = [],
  options: PlatformOptions = {},
): Promise<Platform> {
  return createPlatform({
    configFile: "config.yaml",
    configText: "models: [{ name: main, use: fake }]\n",
    ...options,
    defaultPlugins: [POLICY, ...[modelPlugin("fake", model) as Plugin, ...plugins].map(loaded)],
  });
}

export function loaded(plugin: Plugin): DefaultPlugin {
  return { id: plugin.id, load: async () => plugin };
}

export function pluginOf(id: string, register: (host: PluginHost<unknown>) => void): Plugin {
  return { apiVersion: PLUGIN_API_VERSION, id, register };
}

export function toolsPlugin(id: string, ...tools: readonly PlainTool[]): Plugin {
  return pluginOf(id, (host) => host.provide(TOOL_PROVIDER, { name: id, list: () => tools }));
}

export function middlewarePlugin(id: string, ...factories: readonly MiddlewareFactory[]): Plugin {
  return pluginOf(id, (host) => {
    for (const factory of factories) host.provide(MIDDLEWARE, factory);
  });
}

export function echoTool(name = "echo"): PlainTool & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    name,
    description: "Says it again.",
    group: "test",
    parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    calls,
    run: ({ text }) => {
      calls.push(String(text));
      return `echo: ${String(text)}`;
    },
  };
}

/** Runs once, with the events. */
export async function runOnce(
  platform: Platform,
  prompt = "go",
  options: { readonly signal?: AbortSignal; readonly threadId?: string } = {},
): Promise<{ readonly result: Awaited<ReturnType<Platform["run"]>>; readonly events: RunEvent[] }> {
  const events: RunEvent[] = [];
  const result = await platform.run({ prompt, ...options, onEvent: (event) => events.push(event) });
  return { result, events };
}
