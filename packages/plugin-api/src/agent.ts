import type { BaseMessage } from "@langchain/core/messages";
import { AntlerError } from "./antler-error.js";
import type { AgentBlueprint, ResolvedAgent } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { RunEventBody } from "./run-event.js";
import type { InheritedState } from "./thread-state.js";
import type { StopReason, TokenUsage } from "./usage.js";

/** What one run is, for the lead and for everything below it. */
export interface RunInfo {
  readonly id: string;
  readonly threadId: string;
  /** Host folder to mount as the workspace. Absent: the thread's own folder. */
  readonly workspace?: string | undefined;
  /** How many tasks one message may start; absent: `subagents.max_concurrent`. */
  readonly maxConcurrentTasks?: number | undefined;
}

/** Ends an agent early, in order. */
export interface AgentControl {
  /**
   * From the next model call on the agent concludes: one call without tools, or the end at once where `finalTurn` is false.
   * The first reason stays; later ones change nothing.
   */
  conclude(reason: StopReason): void;
  /** Recorded in the outcome without ending anything. `conclude` outranks it. */
  note(reason: StopReason): void;
  readonly stopReason: StopReason | undefined;
  /** Set once something asked for the end: the next model call is the concluding one. */
  readonly concluding: boolean;
  /** Model calls so far; a concluding call is not a turn. */
  readonly turns: number;
  /** Of this agent alone, subagents not included. */
  readonly usage: TokenUsage;
}

/** What a running agent's tools and middlewares can reach. langchain hands it to each tool as `runtime.context`. */
export interface AgentContext {
  readonly run: RunInfo;
  readonly agent: ResolvedAgent;
  /** Aborted when the run or the task is cancelled, times out, or the platform stops. */
  readonly signal: AbortSignal;
  readonly emit: (event: RunEventBody) => void;
  /** Adds tokens that were spent below this agent (by a task) to the run's total. */
  readonly spend: (usage: TokenUsage) => void;
  readonly control: AgentControl;
}

/**
 * The agent a tool was called by, from the second parameter of the tool's function.
 * Throws ANTLER_NO_AGENT_CONTEXT when the tool was not called by an Antler agent.
 */
export function agentContextOf(runtime: { readonly context?: unknown }): AgentContext {
  const context = runtime.context;
  if (typeof context === "object" && context !== null && "agent" in context && "control" in context)
    return context as AgentContext;
  throw new AntlerError({
    code: "ANTLER_NO_AGENT_CONTEXT",
    message: "the tool was called outside an agent",
    hint: "Call it through an agent that the agent factory built, or pass `{ context }` yourself.",
  });
}

export interface AgentInput {
  /** The human message: the user's, or the task. */
  readonly text: string;
  /** A subagent's initial state (what the lead hands down). */
  readonly inherited?: InheritedState;
}
/** What an agent does, as it happens. */
export type AgentStep =
  | { readonly type: "text_delta"; readonly text: string }
  /** New messages of one step, in order: one AI message, or the results of its calls. */
  | { readonly type: "messages"; readonly messages: readonly BaseMessage[] };
export interface AgentResult {
  readonly messages: readonly BaseMessage[];
  readonly stopReason: StopReason | undefined;
  readonly turns: number;
  readonly usage: TokenUsage;
}
export interface Agent {
  /**
   * Runs to the end; the generator returns the result. Throws what the model threw, and the signal's reason after an abort.
   * One agent runs once.
   */
  run(input: AgentInput): AsyncGenerator<AgentStep, AgentResult, void>;
}
export interface AgentScope {
  /** Told after each model call what the agent has spent so far, so that it is known however the agent ends. */
  readonly report?: (spent: { readonly turns: number; readonly usage: TokenUsage }) => void;
  readonly run: RunInfo;
  readonly signal: AbortSignal;
  readonly emit: (event: RunEventBody) => void;
  readonly spend: (usage: TokenUsage) => void;
}
/** The one place that builds agents (specification A1). */
export interface AgentFactory extends Contribution {
  /** Chooses skills, narrows tools and builds the first messages. Needs no model and no key. */
  resolve(blueprint: AgentBlueprint): Promise<ResolvedAgent>;
  /** Builds a runnable agent. Only a lead gets the checkpointer. */
  create(agent: ResolvedAgent, scope: AgentScope): Promise<Agent>;
}
