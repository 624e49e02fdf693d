import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import {
  AGENT_FACTORY,
  AntlerError,
  CONFIG_CHECK,
  type ConfigProblem,
  errorText,
  isAntlerError,
  MODEL_CATALOG,
  type ModelCatalog,
  nearestName,
  type Plugin,
  type SourcePosition,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import { createAgentFactory } from "./agent/agent-factory.js";
import { type ConfigDocument, parseConfig } from "./config/config-document.js";
import { isConfigError } from "./config/config-error.js";
import { configVersionProblem } from "./config/config-version.js";
import { type KernelConfig, kernelConfig, picksOf } from "./config/kernel-config.js";
import { KERNEL_PROPERTIES } from "./config/kernel-schema.js";
import { Kernel } from "./kernel/kernel.js";
import { type Candidate, configPathOf, pluginCandidates } from "./kernel/plugin-candidates.js";
import { pluginConfig } from "./kernel/plugin-config.js";
import type { PluginReport } from "./kernel/plugin-report.js";
import { createModelCatalog } from "./model/model-catalog.js";
import { leadModelProblems, modelProblems } from "./model/model-problems.js";
import type { PlatformOptions } from "./platform-types.js";

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

/**
 * Reads the config and registers the plugins. Problems are collected, not thrown, so that all are told at once;
 * throws only when the file cannot be read (ANTLER_CONFIG_UNREADABLE).
 */
export async function preparePlatform(options: PlatformOptions = {}): Promise<PreparedPlatform> {
  const env = options.env ?? process.env;
  const file = options.configFile ?? "config.yaml";
  const document = parseConfig(
    options.configText ?? readConfig(file, options.configFile !== undefined),
    file,
    env,
    options.explains,
  );
  const problems: ConfigProblem[] = [...document.problems];
  const warnings: Warning[] = [];
  const config = kernelConfig(document, problems);
  const outdated = configVersionProblem(config.config_version, document.locate(["config_version"]));
  if (outdated !== undefined) problems.push(outdated);
  const kernel = new Kernel(picksOf(config, document));
  const dataDir = resolve(document.dir, config.data_dir);
  const locateModel = (index: number, key?: string): SourcePosition | undefined => {
    const entry = ["models", config.modelIndexes[index] ?? index];
    return (key === undefined ? undefined : document.locate([...entry, key])) ?? document.locate(entry);
  };
  const entries = [...config.models]; // completed below, once the providers and their schemas are known
  const models = createModelCatalog(entries, kernel, { configDir: document.dir, env }, locateModel);
  kernel.provide(MODEL_CATALOG, models);
  kernel.provide(AGENT_FACTORY, createAgentFactory(kernel, options.threads));

  const plugins: PluginReport[] = [];
  const registered: Plugin[] = [];
  const skipped = new Set<string>();
  const sections = new Map<string, string>(Object.keys(KERNEL_PROPERTIES).map((key) => [key, "@antler/core"]));
  const candidates = [...pluginCandidates(config, document, options)];
  if (options.timesLoading !== true)
    // Waiting for files is most of the start; what fails here fails again below, where it is told.
    await Promise.allSettled(candidates.filter(({ origin }) => origin === "built-in").map(({ load }) => load()));
  for (const candidate of candidates) {
    const begin = performance.now();
    try {
      const plugin = await candidate.load();
      const checkedConfig = pluginConfig(plugin, candidate, document, sections, problems);
      if (checkedConfig === undefined) {
        skipped.add(plugin.id); // its config is wrong and told; registering it would only add noise
        continue;
      }
      if (plugin.requires?.some((needed) => skipped.has(needed)) === true) {
        skipped.add(plugin.id);
        continue;
      }
      const base = configPathOf(plugin, candidate);
      kernel.register({
        plugin,
        origin: candidate.origin,
        source: candidate.path === undefined ? undefined : document.locate(candidate.path),
        host: {
          config: checkedConfig,
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
        config: checkedConfig,
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
  prepared.problems.push(...leadModelProblems(prepared.config, prepared.document), ...pickProblems(prepared));
  return prepared.problems;
}

/** `use:` names one contribution of a point; a name that nobody contributes would stop the first run. */
function pickProblems({ config, kernel, document }: PreparedPlatform): ConfigProblem[] {
  const points = new Map<string, string[]>();
  for (const { point, name } of kernel.contributions) points.set(point, [...(points.get(point) ?? []), name]);
  return Object.entries(config.use).flatMap(([point, name]) => {
    const known = points.get(point);
    if (known?.includes(name)) return [];
    const position = known === undefined ? document.locateKey(["use", point]) : document.locate(["use", point]);
    const message =
      known === undefined
        ? `\`use.${point}\`: no plugin contributes to that extension point`
        : `\`use.${point}\`: none is named "${name}"`;
    const hint = known === undefined ? unknownNameHint(point, points.keys()) : unknownNameHint(name, known);
    return [{ severity: "error" as const, code: "ANTLER_CONFIG_PICK_UNKNOWN" as const, message, hint, position }];
  });
}

function readConfig(file: string, required: boolean): string {
  if (!required && !existsSync(file)) return "";
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (thrown) {
    const isEncoding = thrown instanceof TypeError;
    throw new AntlerError({
      code: "ANTLER_CONFIG_UNREADABLE",
      message: `cannot read ${file}: ${isEncoding ? "it is not a text in UTF-8" : errorText(thrown)}`,
      hint: `${isEncoding ? "Save it as UTF-8, or give another" : "Give an existing"} file with \`--config FILE\`.`,
      cause: thrown,
    });
  }
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

/** Sections with names like `x-defaults` are the deployer's own: places for anchors. */
const OWN_SECTION = "x-";

function unknownSections(document: ConfigDocument, sections: ReadonlyMap<string, string>): ConfigProblem[] {
  return Object.keys(document.value)
    .filter((key) => !sections.has(key) && !key.startsWith(OWN_SECTION))
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
