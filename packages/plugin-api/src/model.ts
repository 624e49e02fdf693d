import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Contribution } from "./extension-point.js";
import type { Awaitable } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";

/** One entry of `models` in config.yaml. Keys beyond these belong to the provider named by `use`. */
export interface ModelEntry {
  readonly name: string;
  readonly use: string;
  /** The provider's own name of the model. */
  readonly model?: string;
  readonly [key: string]: unknown;
}
export interface ModelContext {
  /** Paths in the entry are relative to this folder. */
  readonly configDir: string;
  readonly locate: (key: string) => SourcePosition | undefined;
  /** The platform's environment variables. Absent: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}
export interface ModelProvider extends Contribution {
  /** Other values of `use` that mean this provider, such as the classes that configs of Python systems name. */
  readonly aliases?: readonly string[];
  /** JSON Schema of the entry's keys beyond `name` and `use`. */
  readonly configSchema?: object;
  /** Problems that are plain from config and environment (a missing key), found before anything runs. No I/O. */
  check?(entry: ModelEntry, context: ModelContext): readonly Warning[];
  create(entry: ModelEntry, context: ModelContext): Awaitable<BaseChatModel>;
  /** What a thrown error means for a person; undefined when it is not this provider's. */
  explain?(error: unknown, entry: ModelEntry): ModelErrorExplanation | undefined;
  /** Asks the endpoint whether key, path and model are right. For `antler doctor --probe`. */
  probe?(entry: ModelEntry, context: ModelContext, signal: AbortSignal): Promise<readonly DoctorFinding[]>;
}
/** A model's error in words for a person. */
export interface ModelErrorExplanation {
  readonly message: string;
  readonly hint: string;
  /** The key of the entry that is most likely wrong, for example `api_key`. Absent: the entry as a whole. */
  readonly key?: string;
}

/** The configured models. */
export interface ModelCatalog extends Contribution {
  /** In the order of config.yaml; the first is the default. */
  names(): readonly string[];
  entry(name: string): ModelEntry | undefined;
  /** Built once per name. Throws ANTLER_MODEL_UNKNOWN. */
  get(name: string): Promise<BaseChatModel>;
  /** What the provider finds wrong from config and environment alone. Throws ANTLER_MODEL_UNKNOWN. */
  check(name: string): readonly Warning[];
  /** Asks the model's endpoint; undefined when its provider has no probe. Throws ANTLER_MODEL_UNKNOWN. */
  probe(name: string, signal: AbortSignal): Promise<readonly DoctorFinding[]> | undefined;
  /** A model's error as a sentence with a next step, and the place in the config that it is about. */
  explain(name: string, error: unknown): LocatedExplanation | undefined;
}
export interface LocatedExplanation {
  readonly message: string;
  readonly hint: string;
  readonly position?: SourcePosition | undefined;
}

export interface DoctorFinding {
  readonly subject: string;
  readonly status: "ok" | "warning" | "failed" | "skipped";
  readonly message: string;
  readonly fix?: string | undefined;
  /** Where in the config it is decided. */
  readonly position?: SourcePosition | undefined;
}
/** One set of checks of `antler doctor`. `probe`: network and processes may be used. */
export interface DoctorCheck extends Contribution {
  run(options: { readonly probe: boolean; readonly signal: AbortSignal }): Promise<readonly DoctorFinding[]>;
}

/** Checks across sections that a schema cannot express. Run at start and by `antler config check`. */
export interface ConfigCheck extends Contribution {
  check(): Awaitable<readonly ConfigProblem[]>;
}
/** An error keeps the platform from starting; a warning is shown. */
export interface ConfigProblem extends Warning {
  readonly severity: "error" | "warning";
}
