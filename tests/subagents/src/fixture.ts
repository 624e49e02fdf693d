import { createPlatform, type DefaultPlugin, type Platform, type RunOptions, type RunResult } from "@antler/core";
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
import { modelPlugin, type Script, type ScriptedAnswer, type ScriptedModel, scriptedModel } from "@antler/testing";

const FEATURES: readonly DefaultPlugin[] = [
  { id: "@antler/tool-policy", load: async () => (await import("@antler/tool-policy")).default as Plugin },
  { id: "@antler/skills", load: async () => (await import("@antler/skills")).default as Plugin },
  { id: "@antler/subagents", load: async () => (await import("@antler/subagents")).default as Plugin },
];
/** The real sandbox, for tests that run commands or write files. */
export const SANDBOX_PLUGIN: DefaultPlugin = {
  id: "@antler/sandbox",
  load: async () => (await import("@antler/sandbox")).default as Plugin,
};

export type Request = Parameters<Script>[0];
/** What a child does: its request, and the task it was given. */
export type ChildScript = (request: Request, task: string) => ScriptedAnswer | Promise<ScriptedAnswer>;

/**
 * A model for a lead that is asked to "go" and its subagents: the lead delegates `tasks` in one message, then answers with
 * the results it got, one a line; each subagent plays `child`.
 */
export function delegatingModel(tasks: readonly (string | TaskCall)[], child: ChildScript): ScriptedModel {
  return scriptedModel((request) => {
    const first = request.messages.find((message) => message.type === "human")?.text ?? "";
    if (first !== "go") return child(request, first);
    if (request.turn === 0) return { calls: tasks.map((one) => taskCall(one)) };
    return `lead: ${toolTexts(request).join("\n")}`;
  });
}
export interface TaskCall {
  readonly prompt: string;
  readonly type?: string;
  readonly id?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}
export function taskCall(task: string | TaskCall): { name: string; args: Record<string, unknown>; id?: string } {
  const { prompt, type = "general-purpose", id, more = {} } = typeof task === "string" ? { prompt: task } : task;
  const args = { description: `do ${prompt}`, prompt, subagent_type: type, ...more };
  return { name: "task", args, ...(id === undefined ? {} : { id }) };
}
export function toolTexts({ messages }: Request): readonly string[] {
  return messages.filter((message) => message.type === "tool").map((message) => message.text);
}
/** Requests of the subagent with this task. */
export function requestsOf(model: ScriptedModel, task: string): readonly Request[] {
  return model.requests.filter(({ messages }) => messages.some((one) => one.type === "human" && one.text === task));
}

export interface PlatformParts {
  readonly config?: string;
  readonly plugins?: readonly Plugin[];
  readonly defaults?: readonly DefaultPlugin[];
  readonly configFile?: string;
}
const MODELS = "models: [{ name: main, use: fake }]\n";

export function platformOf(model: ScriptedModel, parts: PlatformParts = {}): Promise<Platform> {
  const { config = "", plugins = [], defaults = [], configFile = "config.yaml" } = parts;
  const own = [modelPlugin("fake", model) as Plugin, ...plugins].map((plugin) => ({
    id: plugin.id,
    load: async () => plugin,
  }));
  return createPlatform({
    configFile,
    configText: config.includes("models:") ? config : MODELS + config,
    defaultPlugins: [...FEATURES, ...defaults, ...own],
  });
}

export interface Told {
  readonly result: RunResult;
  readonly events: readonly RunEvent[];
}
/** Runs "go" once and stops the platform. */
export async function runOnce(
  model: ScriptedModel,
  parts: PlatformParts = {},
  options: Partial<RunOptions> = {},
): Promise<Told> {
  const platform = await platformOf(model, parts);
  try {
    return await runOn(platform, options);
  } finally {
    await platform.stop();
  }
}
export async function runOn(platform: Platform, options: Partial<RunOptions> = {}): Promise<Told> {
  const events: RunEvent[] = [];
  const result = await platform.run({
    prompt: "go",
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  });
  return { result, events };
}
export function ofType<T extends RunEvent["type"]>(
  events: readonly RunEvent[],
  type: T,
): readonly (RunEvent & { readonly type: T })[] {
  return events.filter((event): event is RunEvent & { readonly type: T } => event.type === type);
}
export function terminalEvents(events: readonly RunEvent[]): readonly string[] {
  return events.map(({ type }) => type).filter((type) => /^task_(completed|failed|timed_out|cancelled)$/.test(type));
}

export function pluginOf(id: string, register: (host: PluginHost<unknown>) => unknown): Plugin {
  return { apiVersion: PLUGIN_API_VERSION, id, register };
}
export function toolPlugin(tool: Partial<PlainTool> & Pick<PlainTool, "name" | "run">): Plugin {
  const full: PlainTool = {
    description: `The tool ${tool.name}.`,
    group: "test",
    parameters: { type: "object", properties: {} },
    ...tool,
  };
  return pluginOf(`test-tool-${tool.name}`, (host) =>
    host.provide(TOOL_PROVIDER, { name: tool.name, list: () => [full] }),
  );
}
export function middlewarePlugin(...factories: readonly MiddlewareFactory[]): Plugin {
  return pluginOf(`test-middleware-${factories[0]?.name ?? "none"}`, (host) => {
    for (const factory of factories) host.provide(MIDDLEWARE, factory);
  });
}
