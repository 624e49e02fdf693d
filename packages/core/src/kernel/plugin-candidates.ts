import type { Plugin } from "@antler/plugin-api";
import type { ConfigDocument, ConfigPath } from "../config/config-document.js";
import type { KernelConfig } from "../config/kernel-config.js";
import type { PlatformOptions } from "../platform-types.js";
import { loadPlugin } from "./load-plugin.js";

/** A plugin that is to be loaded. */
export interface Candidate {
  readonly use: string;
  readonly origin: "built-in" | "config";
  readonly load: () => Promise<Plugin>;
  /** Path of its entry in config.yaml. */
  readonly path?: ConfigPath;
  readonly config?: Record<string, unknown> | undefined;
}

/** The default plugins in order, then those of config.yaml, then those of the command line; without what is switched off. */
export function* pluginCandidates(
  config: KernelConfig,
  document: ConfigDocument,
  options: PlatformOptions,
): Generator<Candidate> {
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

/** Where a plugin's config stands; undefined when nothing is written for it. */
export function configPathOf(plugin: Plugin, candidate: Candidate): ConfigPath | undefined {
  if (plugin.configSection !== undefined) return [plugin.configSection];
  return candidate.path === undefined ? undefined : [...candidate.path, "config"];
}
