import type {
  AgentBlueprint,
  PlatformServices,
  Plugin,
  ResolvedAgent,
  RunEvent,
  RunEventBody,
  StopReason,
  TokenUsage,
  Warning,
} from "@antler/plugin-api";
import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { ConfigDocument } from "./config/config-document.js";
import type { PluginReport } from "./kernel/plugin-report.js";

export interface PlatformOptions {
  /** Path of config.yaml. Absent: `config.yaml` in the working folder if it is there, else an empty config. */
  readonly configFile?: string;
  /** Config text instead of a file; `configFile` then only names it in messages. For tests and embedding. */
  readonly configText?: string;
  /** Plugins that need no listing: the default features. A composition root passes them; loaded on demand. */
  readonly defaultPlugins?: readonly DefaultPlugin[];
  /** Further plugins by package name or path, as `--plugin` gives them; listed after those of the config. */
  readonly extraPlugins?: readonly string[];
  /**
   * Nothing will be run, only explained: an environment variable that is not set below `models` is then a warning, because
   * no model is called. Default false.
   */
  readonly explains?: boolean;
  /**
   * Loads the default plugins one after another, so that each one's `loadMs` is its own. Default false: side by side, which is
   * a good deal quicker, and their `loadMs` is what was left to do.
   */
  readonly timesLoading?: boolean;
  /** Keeps lead threads across platforms that follow each other in one process. Default: each platform has its own. */
  readonly threads?: ThreadMemory;
  /** Environment for `$VAR`s. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}
/** Where lead threads are kept; filled when the first lead is built. */
export interface ThreadMemory {
  saver: Promise<BaseCheckpointSaver> | undefined;
  /** By thread: settles when every run on it so far has ended. Filled by the platforms. */
  busy?: Map<string, Promise<unknown>>;
}
export interface DefaultPlugin {
  readonly id: string;
  readonly load: () => Promise<Plugin>;
}

export interface RunOptions {
  readonly prompt: string;
  /** Default: a new thread. */
  readonly threadId?: string;
  /** Name of a `models` entry. Default: `lead.model`, else the first. */
  readonly model?: string;
  /** Host folder to mount as the workspace. */
  readonly workspace?: string;
  /** Overrides `subagents.max_concurrent` for this run. */
  readonly maxConcurrentTasks?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}
export type RunFinished = Extract<RunEventBody, { type: "run_finished" }>;
export interface RunResult {
  readonly runId: string;
  readonly threadId: string;
  readonly status: RunFinished["status"];
  readonly text: string;
  readonly usage: TokenUsage;
  readonly turns: number;
  readonly stopReason: StopReason | null;
  readonly error: RunFinished["error"];
}

/** Kernel, plugins and config, running. */
export interface Platform {
  readonly config: ConfigDocument;
  readonly services: PlatformServices;
  readonly plugins: readonly PluginReport[];
  /** Of config and plugins, found while loading and starting. */
  readonly warnings: readonly Warning[];
  /** The lead as it would be built now. For explain, prompt show and lock. */
  leadBlueprint(options?: Pick<RunOptions, "threadId" | "model">): AgentBlueprint;
  /**
   * Lead or subagent type, without a model. Tool providers answer from config and cache; with `live` they may start and ask
   * what they need (MCP servers). Throws ANTLER_AGENT_UNKNOWN.
   */
  resolve(name: string, options?: { readonly live?: boolean }): Promise<ResolvedAgent>;
  run(options: RunOptions): Promise<RunResult>;
  /** Cancels one task of a run in progress. False: no such task. */
  cancelTask(taskId: string): boolean;
  /** Cancels what runs, then stops plugins in reverse. Safe to call twice. */
  stop(): Promise<void>;
}
