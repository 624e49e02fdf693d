import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  AGENT_FACTORY,
  AntlerError,
  CONFIG_CHECK,
  type ConfigProblem,
  errorText,
  isAntlerError,
  MODEL_CATALOG,
  MODEL_PROVIDER,
  type ModelCatalog,
  type ModelEntry,
  nearestName,
  type Plugin,
  type SourcePosition,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import { createAgentFactory } from "./agent/agent-factory.js";
import { type ConfigDocument, type ConfigPath, parseConfig } from "./config/config-document.js";
import { isConfigError } from "./config/config-error.js";
import { KERNEL_PROPERTIES } from "./config/kernel-schema.js";
import { normalize, type Schema } from "./config/normalize.js";
import { schemaProblems } from "./config/schema-problems.js";
import { Kernel } from "./kernel/kernel.js";
import { loadPlugin } from "./kernel/load-plugin.js";
import type { PluginReport } from "./kernel/plugin-report.js";
import { createModelCatalog } from "./model/model-catalog.js";
import type { PlatformOptions } from "./platform-types.js";

/** The kernel's own keys of config.yaml, checked. */
export interface KernelConfig {
  readonly models: readonly ModelEntry[];
  readonly plugins: readonly {
    readonly use: string;
    readonly enabled?: boolean;
    readonly config?: Record<string, unknown>;
  }[];
  readonly lead: {
    readonly system_prompt?: string;
    readonly model?: string;
    readonly max_turns?: number | null;
    readonly max_tokens?: number | null;
    readonly tools?: readonly string[];
    readonly disallowed_tools?: readonly string[];
  };
  readonly tool_groups?: readonly (string | { readonly name: string })[];
  readonly data_dir: string;
  readonly use: Readonly<Record<string, string>>;
}

/** Everything short of starting: plugins registered, config checked, nothing opened. */
export interface PreparedPlatform {
  readonly document: ConfigDocument;
  readonly config: KernelConfig;
  readonly kernel: Kernel;
  readonly models: ModelCatalog;
  readonly plugins: readonly PluginReport[];
  readonly registered: readonly Plugin[];
  /** Errors and warnings, in the order of the file. Complete after `checkPrepared`. */
  readonly problems: ConfigProblem[];
  readonly dataDir: string;
  /** Warnings that plugins gave so far; more come while they run. */
  readonly warnings: Warning[];
}

interface Candidate {
  readonly use: string;
  readonly origin: "built-in" | "config";
  readonly load: () => Promise<Plugin>;
  /** Path of its entry in config.yaml. */
  readonly path?: ConfigPath;
  readonly config?: Record<string, unknown> | undefined;
}

/**
 * Reads the config and registers the plugins. Problems are collected, not thrown, so that all are told at once;
 * throws only when the file cannot be read (ANTLER_CONFIG_UNREADABLE).
 */
export async function preparePlatform(options: PlatformOptions = {}): Promise<PreparedPlatform> {
  const env = options.env ?? process.env;
  const file = options.configFile ?? "config.yaml";
  const document = parseConfig(options.configText ?? readConfig(file, options.configFile !== undefined), file, env);
  const problems: ConfigProblem[] = [...document.problems];
  const warnings: Warning[] = [];
  const config = kernelConfig(document, problems);
  const kernel = new Kernel(picksOf(config, document));
  const dataDir = resolve(document.dir, config.data_dir);
  const locateModel = (index: number, key?: string): SourcePosition | undefined =>
    (key === undefined ? undefined : document.locate(["models", index, key])) ?? document.locate(["models", index]);
  const entries = [...config.models]; // completed below, once the providers and their schemas are known
  const models = createModelCatalog(entries, kernel, document.dir, locateModel);
  kernel.provide(MODEL_CATALOG, models);
  kernel.provide(AGENT_FACTORY, createAgentFactory(kernel, options.threads));

  const plugins: PluginReport[] = [];
  const registered: Plugin[] = [];
  const sections = new Map<string, string>(Object.keys(KERNEL_PROPERTIES).map((key) => [key, "@antler/core"]));
  for (const candidate of candidates(config, document, options)) {
    const begin = performance.now();
    try {
      const plugin = await candidate.load();
      const pluginConfig = configOf(plugin, candidate, document, sections, problems);
      if (pluginConfig === undefined) continue; // its config is wrong and told; registering it would only add noise
      const base = basePath(plugin, candidate);
      kernel.register({
        plugin,
        origin: candidate.origin,
        host: {
          config: pluginConfig,
          environment: { configDir: document.dir, dataDir },
          locate: (path) =>
            base === undefined
              ? undefined
              : (document.locate([...base, ...path]) ?? document.locateKey([...base, ...path])),
          warn: (warning) => warnings.push(warning),
        },
      });
      registered.push(plugin);
      plugins.push({
        id: plugin.id,
        version: plugin.version ?? null,
        apiVersion: plugin.apiVersion,
        origin: candidate.origin,
        use: candidate.use,
        configSection: plugin.configSection ?? null,
        requires: plugin.requires ?? [],
        loadMs: performance.now() - begin,
        contributions: kernel.contributions
          .filter((record) => record.owner.plugin === plugin.id)
          .map(({ point, name }) => ({ point, name })),
        config: pluginConfig,
      });
    } catch (thrown) {
      problems.push(problemOf(thrown, candidate, document));
    }
  }
  problems.push(...unknownSections(document, sections), ...modelProblems(config, entries, kernel, document));
  return { document, config, kernel, models, plugins, registered, problems, dataDir, warnings };
}

/** Adds what needs every plugin registered: checks across sections. Nothing is started. */
export async function checkPrepared(prepared: PreparedPlatform): Promise<readonly ConfigProblem[]> {
  for (const check of prepared.kernel.all(CONFIG_CHECK)) {
    try {
      prepared.problems.push(...(await check.check()));
    } catch (thrown) {
      prepared.problems.push(problemOf(thrown, undefined, prepared.document));
    }
  }
  return prepared.problems;
}

function readConfig(file: string, required: boolean): string {
  if (!required && !existsSync(file)) return "";
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new AntlerError({
      code: "ANTLER_CONFIG_UNREADABLE",
      message: `cannot read ${file}: ${errorText(thrown)}`,
      hint: "Give an existing file with `--config FILE`.",
      cause: thrown,
    });
  }
}

function kernelConfig(document: ConfigDocument, problems: ConfigProblem[]): KernelConfig {
  const result: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(KERNEL_PROPERTIES)) {
    const value = checked(document.value[key], schema, [key], document, problems);
    if (value !== undefined) result[key] = value;
  }
  return { models: [], plugins: [], lead: {}, data_dir: "./.antler", use: {}, ...result };
}

/** Normalises and validates; undefined when the value is absent or wrong (then the problem has been told). */
function checked(
  value: unknown,
  schema: Schema & object,
  path: ConfigPath,
  document: ConfigDocument,
  problems: ConfigProblem[],
): unknown {
  const normalized = normalize(value, schema, path, ({ path: at, ...problem }) =>
    problems.push({ ...problem, position: document.locate(at) }),
  );
  if (normalized === undefined) return undefined;
  const found = schemaProblems(normalized, schema, path, document);
  problems.push(...found);
  return found.length === 0 ? normalized : undefined;
}

function picksOf(config: KernelConfig, document: ConfigDocument): Record<string, string | undefined> {
  const sandbox = document.value["sandbox"];
  const backend = typeof sandbox === "object" && sandbox !== null ? (sandbox as { use?: unknown }).use : undefined;
  return {
    "model-catalog": "config",
    "agent-factory": "langchain",
    "task-executor": "in-process",
    ...(typeof backend === "string" ? { "sandbox-backend": backend } : {}),
    ...config.use,
  };
}

function* candidates(config: KernelConfig, document: ConfigDocument, options: PlatformOptions): Generator<Candidate> {
  const defaults = options.defaultPlugins ?? [];
  const entries = config.plugins.map((entry, index) => ({ ...entry, path: ["plugins", index] as const }));
  for (const plugin of defaults) {
    const entry = entries.find((one) => one.use === plugin.id);
    if (entry?.enabled === false) continue;
    yield {
      use: plugin.id,
      origin: "built-in",
      load: plugin.load,
      ...(entry === undefined ? {} : { path: entry.path, config: entry.config }),
    };
  }
  for (const entry of entries) {
    if (entry.enabled === false || defaults.some((plugin) => plugin.id === entry.use)) continue;
    const position = document.locate([...entry.path, "use"]);
    yield {
      use: entry.use,
      origin: "config",
      load: () => loadPlugin(entry.use, document.dir, position),
      path: entry.path,
      config: entry.config,
    };
  }
  for (const use of options.extraPlugins ?? [])
    yield { use, origin: "config", load: () => loadPlugin(use, process.cwd(), undefined) };
}

function basePath(plugin: Plugin, candidate: Candidate): ConfigPath | undefined {
  if (plugin.configSection !== undefined) return [plugin.configSection];
  return candidate.path === undefined ? undefined : [...candidate.path, "config"];
}

function configOf(
  plugin: Plugin,
  candidate: Candidate,
  document: ConfigDocument,
  sections: Map<string, string>,
  problems: ConfigProblem[],
): unknown {
  const section = plugin.configSection;
  if (section !== undefined) {
    const owner = sections.get(section);
    if (owner !== undefined)
      throw new AntlerError({
        code: "ANTLER_CONFIG_SECTION_DUPLICATE",
        plugin: plugin.id,
        message: `claims the config section \`${section}\`, which belongs to ${owner}`,
        hint: "Use another `configSection`, or none: then the config stands under the plugin's own entry.",
      });
    sections.set(section, plugin.id);
    if (candidate.config !== undefined)
      throw new AntlerError({
        code: "ANTLER_CONFIG_MISPLACED",
        plugin: plugin.id,
        message: `reads its config from the section \`${section}\`, not from \`plugins[].config\``,
        hint: `Move the keys to \`${section}:\`.`,
        position: candidate.path === undefined ? undefined : document.locateKey([...candidate.path, "config"]),
      });
  }
  const value = section === undefined ? candidate.config : document.value[section];
  const schema = plugin.configSchema as (Schema & object) | undefined;
  const given = value ?? ([schema?.type].flat().includes("array") ? [] : {});
  if (schema === undefined) return given;
  const before = problems.length;
  const path = basePath(plugin, candidate) ?? [];
  const result = checked(given, schema, path, document, problems);
  if (candidate.origin === "config")
    problems.splice(
      before,
      problems.length,
      ...problems.slice(before).map((problem) => ({ ...problem, message: `[plugin ${plugin.id}] ${problem.message}` })),
    );
  return result;
}

function problemOf(thrown: unknown, candidate: Candidate | undefined, document: ConfigDocument): ConfigProblem {
  const at = candidate?.path === undefined ? undefined : document.locate(candidate.path);
  if (!isAntlerError(thrown) || isConfigError(thrown))
    return {
      severity: "error",
      code: "ANTLER_PLUGIN_FAILED",
      message: `[plugin ${candidate?.use ?? "?"}] ${errorText(thrown)}`,
      position: at,
    };
  return {
    severity: "error",
    code: thrown.code,
    message: thrown.message,
    hint: thrown.hint,
    position: thrown.position ?? at,
  };
}

function unknownSections(document: ConfigDocument, sections: ReadonlyMap<string, string>): ConfigProblem[] {
  return Object.keys(document.value)
    .filter((key) => !sections.has(key))
    .map((key) => {
      const nearest = nearestName(key, sections.keys());
      return {
        severity: "warning" as const,
        code: "ANTLER_CONFIG_SECTION_UNKNOWN" as const,
        message: `no plugin reads the section \`${key}\``,
        hint: nearest === undefined ? "Add the plugin that reads it, or remove it." : `Did you mean \`${nearest}\`?`,
        position: document.locateKey([key]),
      };
    });
}

function modelProblems(
  config: KernelConfig,
  entries: ModelEntry[],
  kernel: Kernel,
  document: ConfigDocument,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const providers = kernel.all(MODEL_PROVIDER);
  const names = new Set<string>();
  config.models.forEach((entry, index) => {
    const at = (key: string): SourcePosition | undefined => document.locate(["models", index, key]);
    if (names.has(entry.name))
      problems.push({
        severity: "warning",
        code: "ANTLER_MODEL_DUPLICATE",
        message: `two models are named "${entry.name}"; the first is used`,
        hint: "Rename one of them.",
        position: at("name"),
      });
    names.add(entry.name);
    const provider = providers.find((one) => one.name === entry.use);
    if (provider === undefined) {
      problems.push({
        severity: "error",
        code: "ANTLER_MODEL_PROVIDER_UNKNOWN",
        message: `\`models.${index}.use\`: no model provider is named "${entry.use}"`,
        hint: unknownNameHint(
          entry.use,
          providers.map((one) => one.name),
        ),
        position: at("use"),
      });
      return;
    }
    if (provider.configSchema === undefined) return;
    const { name: _name, use: _use, ...rest } = entry;
    const options = checked(rest, provider.configSchema as Schema & object, ["models", index], document, problems);
    entries[index] = { ...(options as object), name: entry.name, use: entry.use };
  });
  const lead = config.lead.model;
  if (lead !== undefined && !names.has(lead))
    problems.push({
      severity: "error",
      code: "ANTLER_MODEL_UNKNOWN_REFERENCE",
      message: `\`lead.model\`: no model is named "${lead}"`,
      hint: unknownNameHint(lead, names),
      position: document.locate(["lead", "model"]),
    });
  return problems;
}
