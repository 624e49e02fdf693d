import { checkPrepared, composeSchema, effectiveValues, type PreparedPlatform, preparePlatform } from "@antler/core";
import { definePlugin, MODEL_PROVIDER, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import sandbox from "@antler/sandbox";
import skills from "@antler/skills";
import subagents from "@antler/subagents";
import toolPolicy from "@antler/tool-policy";
import toolSearch, { readConfig as readToolSearchConfig } from "@antler/tool-search";

export interface LoadOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Names under `models[].use` that shall be known; each wants a `model`. */
  readonly modelProviders?: readonly string[];
  /** Whether the checks across sections run too. Default true. */
  readonly checks?: boolean;
}

export interface LoadedConfig {
  /** Every value by its dotted path, as plugins get it; defaults included. A number that its plugin clamps, as it is used. */
  readonly values: ReadonlyMap<string, unknown>;
  /** A plugin's whole section. */
  section(name: string): unknown;
}

/** A config as the kernel reads it for the default features. Throws one error that names every problem of severity error. */
export async function loadConfig(text: string, options: LoadOptions = {}): Promise<LoadedConfig> {
  const features = [toolPolicy, skills, subagents, sandbox, toolSearch] as readonly unknown[] as readonly Plugin[];
  const plugins = [...features, ...(options.modelProviders ?? []).map(modelProvider)];
  const prepared = await preparePlatform({
    configText: text,
    configFile: "config.yaml",
    env: options.env ?? {},
    defaultPlugins: plugins.map((plugin) => ({ id: plugin.id, load: async () => plugin })),
  });
  const problems = options.checks === false ? prepared.problems : await checkPrepared(prepared);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("; "));
  return loaded(prepared);
}

function loaded(prepared: PreparedPlatform): LoadedConfig {
  const sections = new Map(prepared.plugins.map(({ configSection, config }) => [configSection, config]));
  sections.delete(null);
  const document = { ...prepared.document, value: { ...prepared.config, ...Object.fromEntries(sections) } };
  const leaves = effectiveValues(document, composeSchema(prepared), { defaults: true });
  const values = new Map(leaves.map(({ path, value }) => [path.join("."), value]));
  const toolSearchConfig = readToolSearchConfig(sections.get("tool_search") ?? null);
  values.set("tool_search.auto_promote_top_k", toolSearchConfig.autoPromoteTopK);
  return {
    values,
    section: (name) => sections.get(name),
  };
}

function modelProvider(name: string): Plugin {
  return definePlugin({
    apiVersion: PLUGIN_API_VERSION,
    id: `case-provider-${name}`,
    register: (host) =>
      host.provide(MODEL_PROVIDER, {
        name,
        configSchema: { type: "object", required: ["model"], properties: { model: { type: "string" } } },
        create: () => {
          throw new Error("no case calls a model");
        },
      }),
  });
}
