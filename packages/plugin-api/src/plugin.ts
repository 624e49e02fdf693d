import type { Contribution, ExtensionPoint } from "./extension-point.js";
import type { Awaitable } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";

/** Raised only when a plugin written for the previous number could break. */
export const PLUGIN_API_VERSION = 1;

/** Finds what plugins contributed. Usable once every plugin is registered: in `start`, and inside contributions. */
export interface PlatformServices {
  /** Every contribution, in the order of registration. */
  all<T extends Contribution>(point: ExtensionPoint<T>): readonly T[];
  /**
   * The named one; without a name, the one config.yaml picks, or the only one there is.
   * Throws ANTLER_CONTRIBUTION_UNKNOWN, or ANTLER_LOOKUP_TOO_EARLY when called inside `register`.
   */
  get<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T;
  /** Like `get`, but undefined when nothing was contributed. */
  find<T extends Contribution>(point: ExtensionPoint<T>, name?: string): T | undefined;
  /** The id of the plugin that contributed it, whether it comes with Antler or was listed in config.yaml, and where. */
  ownerOf<T extends Contribution>(point: ExtensionPoint<T>, name: string): ContributionOwner | undefined;
}
export interface ContributionOwner {
  readonly plugin: string;
  readonly origin: "built-in" | "config";
  /** Where config.yaml lists the plugin; absent for those it does not list. */
  readonly source?: SourcePosition | undefined;
}

/** What a plugin may know about its surroundings. All paths are absolute host paths. */
export interface PluginEnvironment {
  /** The folder of config.yaml; relative paths in config are relative to it. */
  readonly configDir: string;
  /** Where the platform keeps state between runs (`data_dir` of config.yaml). */
  readonly dataDir: string;
}

export interface PluginHost<Config> {
  /** This plugin's config: validated against its schema, `$VAR`s substituted. `{}` when there is none. */
  readonly config: Config;
  readonly environment: PluginEnvironment;
  readonly services: PlatformServices;
  /** Where a value of this plugin's config stands, e.g. `locate(["agents", "bash", "model"])`. */
  readonly locate: (path: readonly (string | number)[]) => SourcePosition | undefined;
  /** Shown to the user once, at start or with the run in progress; never ends anything. */
  readonly warn: (warning: Warning) => void;
  readonly provide: <T extends Contribution>(point: ExtensionPoint<T>, contribution: T) => void;
}

export interface PluginContext<State> {
  /** What `register` returned: per-platform state, so that two platforms in one process share nothing. */
  readonly state: State;
  readonly services: PlatformServices;
  /** Aborted when the platform stops. */
  readonly signal: AbortSignal;
}

/** The default export of a plugin package. */
export interface Plugin<Config = unknown, State = unknown> {
  readonly apiVersion: typeof PLUGIN_API_VERSION;
  /** The npm package name; also the plugin's key in provenance records. */
  readonly id: string;
  readonly version?: string;
  /** JSON Schema (draft 2020-12) of `config`. The kernel validates before `register` sees it. */
  readonly configSchema?: object;
  /**
   * The top-level key of config.yaml that holds this plugin's config.
   * Absent: the config stands under the plugin's own entry, `plugins[].config`.
   */
  readonly configSection?: string;
  /** Ids of plugins that must be registered first. */
  readonly requires?: readonly string[];
  /** Declares contributions. Contract: synchronous, no I/O. What it returns is handed to `start` and `stop`. */
  register(host: PluginHost<Config>): State;
  /** Opens resources, in registration order. A rejection stops the platform. */
  start?(context: PluginContext<State>): Awaitable<void>;
  /** Releases them, in reverse order. Contract: safe after a failed `start`. */
  stop?(context: PluginContext<State>): Awaitable<void>;
}

/** Checks the types of a plugin where it is written; returns it unchanged. */
export function definePlugin<Config = unknown, State = void>(plugin: Plugin<Config, State>): Plugin<Config, State> {
  return plugin;
}
