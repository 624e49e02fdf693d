import type { Allowlist } from "./allowlist.js";
import type { AgentBlueprint } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { TaskStep } from "./run-event.js";
import type { SourcePosition } from "./source-position.js";
import type { InheritedState } from "./thread-state.js";
import type { StopReason, TokenUsage } from "./usage.js";
import type { Warning } from "./warning.js";

/** A kind of subagent. Defaults of a type contributed in code are given per field. */
export interface SubagentType extends Contribution {
  /** When to use it, and when not to; the lead's model chooses by it. */
  readonly description: string;
  readonly systemPrompt: string;
  /** Default `"all"`. */
  readonly tools?: Allowlist;
  /** Default `["task"]`. */
  readonly disallowedTools?: readonly string[];
  /** Default `"all"`. */
  readonly skills?: Allowlist;
  /** The name of an entry of `models`, or `inherit` (default): the lead's. */
  readonly model?: string;
  /** Default 50. */
  readonly maxTurns?: number;
  /** Default 900. */
  readonly timeoutSeconds?: number;
  /** It cannot work without commands: left out where the sandbox runs none. Default false. */
  readonly needsShell?: boolean;
}
/** A type that was found, with its place. */
export interface FoundSubagentType extends SubagentType {
  readonly position?: SourcePosition | undefined;
  /** Where single values stand; the others count as standing at `position`. */
  readonly positions?: Readonly<Partial<Record<keyof EffectiveSubagentType["values"], SourcePosition>>>;
}
/** Types that are known only once the platform has started, e.g. from files. They rank behind types contributed in code. */
export interface SubagentSource extends Contribution {
  /** Reads what there is to read, once. Awaited before the config is checked and, by the plugin itself, in `start`. */
  ready?(): Promise<void>;
  /** What is known now. Contract: synchronous, no I/O. */
  list(): readonly FoundSubagentType[];
  warnings?(): readonly Warning[];
}
export type ValueOrigin = "builtin" | `plugin:${string}` | "custom" | "global" | "per-agent";
/** One effective value with its origin, and what it shadows, nearest first. */
export interface OriginatedValue<T> {
  readonly value: T;
  readonly origin: ValueOrigin;
  readonly position: SourcePosition | null;
  /** Of a list: one place an entry, in its order. Absent where they are not known. */
  readonly entries?: readonly SourcePosition[];
  readonly shadows: readonly Omit<OriginatedValue<T>, "shadows">[];
}
/** A type after the override rules (specification G). Frozen. */
export interface EffectiveSubagentType {
  readonly name: string;
  /** Where the definition comes from. */
  readonly origin: ValueOrigin;
  readonly values: {
    readonly description: OriginatedValue<string>;
    readonly systemPrompt: OriginatedValue<string>;
    readonly tools: OriginatedValue<Allowlist>;
    readonly disallowedTools: OriginatedValue<readonly string[]>;
    readonly skills: OriginatedValue<Allowlist>;
    readonly model: OriginatedValue<string>;
    readonly maxTurns: OriginatedValue<number>;
    readonly timeoutSeconds: OriginatedValue<number>;
    readonly tokenBudget: OriginatedValue<number | null>;
  };
}
export interface SubagentRegistry extends Contribution {
  /** Built-in, then custom, then plugin types; each once. Types that cannot be used here are left out. */
  names(): readonly string[];
  /** The same with the types that cannot be used here. Absent: there are none beside `names`. */
  allNames?(): readonly string[];
  /** Exact name. undefined: there is none. */
  get(name: string): EffectiveSubagentType | undefined;
  /** Why a known type cannot be used here and how to enable it; undefined when it can. */
  unavailable(name: string): string | undefined;
  warnings(): readonly Warning[];
  /** What the child of this lead will be. Throws ANTLER_SUBAGENT_UNKNOWN, ANTLER_MODEL_UNKNOWN. */
  blueprint(name: string, lead: AgentBlueprint, taskId: string): AgentBlueprint;
}

/** One delegation, plain JSON: it can travel to another machine. */
export interface SubagentTask {
  readonly id: string;
  readonly blueprint: AgentBlueprint;
  /** For people: three to five words. */
  readonly description: string;
  /** The human message. */
  readonly prompt: string;
  readonly inherited: InheritedState;
  readonly workspace: string | null;
  /** From the start of execution; waiting in the queue does not count. Seconds. */
  readonly timeoutSeconds: number;
}
export type TaskStatus = "pending" | "running" | "completed" | "failed" | "cancelled" | "timed_out";
/** How a task ended, plain JSON. */
export interface SubagentOutcome {
  readonly taskId: string;
  readonly status: Exclude<TaskStatus, "pending" | "running">;
  /** Set exactly when completed. */
  readonly result: string | null;
  /** Set otherwise. */
  readonly error: string | null;
  readonly stopReason: StopReason | null;
  readonly model: string;
  readonly usage: TokenUsage;
  readonly turns: number;
  /** Milliseconds of execution, without the queue. */
  readonly durationMs: number;
}
export interface TaskProgress {
  readonly step: TaskStep;
  /** Steps known so far; above `step.index` when several came at once. */
  readonly total: number;
  readonly usage: TokenUsage;
  readonly turns: number;
}
export interface TaskRecord {
  readonly id: string;
  readonly status: TaskStatus;
  readonly outcome: SubagentOutcome | undefined;
}
/** Runs tasks in the background. The task table belongs to the executor. */
export interface TaskExecutor extends Contribution {
  /** Puts the task in the queue and returns at once. `onStep` is called as each step happens and never after the end. */
  start(task: SubagentTask, observer?: TaskObserver): void;
  /** undefined: never started, or forgotten. */
  get(taskId: string): TaskRecord | undefined;
  /** Resolves with the terminal outcome; never rejects. */
  outcome(taskId: string): Promise<SubagentOutcome>;
  /** Asks for the end; the outcome then is `cancelled`, unless another terminal state came first. */
  cancel(taskId: string): void;
  /** Removes a record in a terminal state; leaves a live one alone. */
  forget(taskId: string): void;
}
export interface TaskObserver {
  readonly onStart?: () => void;
  readonly onStep?: (progress: TaskProgress) => void;
  /** Events that the child's tools and middlewares emit. */
  readonly emit?: (event: import("./run-event.js").RunEventBody) => void;
}
