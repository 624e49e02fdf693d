import type { StructuredToolInterface } from "@langchain/core/tools";
import type { AgentContext } from "./agent.js";
import type { ErrorCode } from "./antler-error.js";
import type { AgentBlueprint, AgentProfile } from "./blueprint.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable, Json } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { ThreadState } from "./thread-state.js";
import type { Warning } from "./warning.js";

/** What every tool has, whichever way it is written. */
interface ToolTraits {
  /** The tool group that `tool_groups` allows by, e.g. `file:read`. `""`: none, so `tool_groups` does not touch it. */
  readonly group: string;
  /** Wants to stay hidden until promoted, where tool search is enabled. */
  readonly deferred?: boolean;
  /** Called over and over on purpose (it polls): loop detection leaves it alone. */
  readonly polls?: boolean;
  /** When the tool is the one to use. Tool search tells the model, and shows a deferred tool to it by these words. */
  readonly routing?: ToolRouting | undefined;
  /** Where the tool is configured, if it is. */
  readonly source?: SourcePosition | undefined;
}
/** Words that call for a tool. They never give an agent a tool that it does not have. */
export interface ToolRouting {
  /** Words or phrases of the user, found whole and whatever their case. None: as if there were no routing. */
  readonly keywords: readonly string[];
  /** Higher comes first; equals in the order of their names. Default 0. */
  readonly priority?: number;
}
/** What a tool's `run` gets beside its arguments. */
export interface ToolRuntime {
  readonly context: AgentContext;
  /** The agent's state when the call began. */
  readonly state: ThreadState;
  /** The id of this call; unique within the agent. */
  readonly callId: string;
  /** Aborted when the agent is. Contract: whatever the tool started has ended soon after. */
  readonly signal: AbortSignal;
}
/** A string is the whole answer. Otherwise the text for the model, with what else comes of the call. */
export type ToolOutput =
  | string
  | {
      readonly text: string;
      readonly status?: "success" | "error";
      /** For programs, beside the text; the model does not see it. */
      readonly artifact?: Json;
      /** Goes into the ToolMessage's `additional_kwargs`. */
      readonly metadata?: { readonly [key: string]: Json };
      /** Changes of the agent's own state. */
      readonly update?: { readonly [key: string]: unknown };
    };
/** A tool written against this contract alone; nothing of langchain is loaded to list it. */
export interface PlainTool extends ToolTraits {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments, of type object. Arguments that do not match never reach `run`. */
  readonly parameters: { readonly [key: string]: Json };
  run(args: Readonly<Record<string, unknown>>, runtime: ToolRuntime): Awaitable<ToolOutput>;
}
/** A langchain tool, used as it is. It finds its agent with {@link agentContextOf}. */
export interface LangchainTool extends ToolTraits {
  readonly tool: StructuredToolInterface;
}
/** One tool that a provider offers to an agent. */
export type ToolOffer = PlainTool | LangchainTool;

/** An offer together with who made it. */
export interface ProvidedTool extends PolicedTool {
  readonly offer: ToolOffer;
  /** `config`: its plugin is listed in config.yaml. Of two tools of one name, config wins over built-in over mcp. */
  readonly origin: "config" | "built-in" | "mcp";
  /** Where config.yaml asks for it: the offer's own place, else its plugin's entry. */
  readonly source?: SourcePosition | undefined;
}

export interface ToolProvider extends Contribution {
  /** `mcp` tools lose against equal names from config and from built-in providers. */
  readonly kind?: "mcp";
  /** Called once per agent. Nothing of a run is known yet; a tool learns it when it is called. */
  list(blueprint: AgentBlueprint): Awaitable<ToolListing | readonly ToolOffer[]>;
}
export interface ToolListing {
  readonly offers: readonly ToolOffer[];
  readonly warnings?: readonly Warning[];
  /** Tools that exist, or may exist, and cannot be listed now; a rule that names one of them is no mistake. */
  readonly missing?: readonly MissingTools[];
}
/** All tools whose names begin with `prefix`. */
export interface MissingTools {
  readonly prefix: string;
  readonly group: string;
  /** Why they cannot be listed, as a half sentence that begins with their owner: `MCP server "docs" gives no tools`. */
  readonly reason: string;
}

/** What a filter may know about a tool: enough to judge it, too little to call it. */
export interface PolicedTool {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  readonly provider: string;
  readonly plugin: string;
}
export type ToolVerdict =
  | { readonly allow: true }
  | {
      readonly allow: false;
      readonly code: ErrorCode;
      readonly reason: string;
      readonly source?: SourcePosition | undefined;
    };
export interface ToolCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}
/** One layer. It judges one tool at a time, so it can take tools away but never add one. */
export interface ToolFilter extends Contribution {
  /** Names of layers that this one comes behind, or before. Without either: after all that are registered earlier. */
  readonly after?: readonly string[];
  readonly before?: readonly string[];
  /** When the agent is resolved. Contract: pure; the same tool and agent always get the same verdict. */
  judge(tool: PolicedTool, agent: AgentProfile): ToolVerdict;
  /** Before each model call and each tool call: what has changed since, by the agent's own state. Can only narrow further. */
  judgeNow?(tool: PolicedTool, agent: AgentProfile, state: ThreadState): ToolVerdict;
  /** Before each call, by its arguments. */
  judgeCall?(call: ToolCall, tool: PolicedTool, agent: AgentProfile, state: ThreadState): ToolVerdict;
}

/** The story of one tool for one agent; `antler tools explain` prints these. */
export interface ToolDecision {
  readonly name: string;
  readonly group: string;
  readonly provider: string;
  readonly verdict: "kept" | "removed" | "deferred" | "exempt";
  /** The layer that removed it. null too where a rule outside the layers did: a name that is taken or reserved. */
  readonly layer: string | null;
  /** The place of `layer` among the layers in force, from 1. */
  readonly layer_number?: number | null;
  readonly code: ErrorCode | null;
  readonly reason: string | null;
  readonly source: SourcePosition | null;
}

export interface NarrowedTools {
  readonly kept: readonly ProvidedTool[];
  readonly decisions: readonly ToolDecision[];
  readonly warnings: readonly Warning[];
}
/** Runs the layers. The result is a subset of `offers`, in their order, whatever a layer does. */
export interface ToolPolicy extends Contribution {
  /**
   * Throws ANTLER_TOOLS_EMPTY when an allowlist that names tools leaves none,
   * and ANTLER_TOOL_NAME_RESERVED when a stranger offers a tool under a reserved name.
   */
  narrow(
    offers: readonly ProvidedTool[],
    filters: readonly ToolFilter[],
    agent: AgentProfile,
    missing?: readonly MissingTools[],
  ): NarrowedTools;
  /**
   * Looks at the late tools, which no layer judges, before an agent gets them.
   * Throws ANTLER_TOOL_NAME_RESERVED like `narrow`, and for any `task` below the lead.
   */
  admitLate?(late: readonly ProvidedTool[], agent: AgentProfile): void;
}

/** Tools that come after the filters and are exempt from them, built from what the filters kept. */
export interface LateToolProvider extends Contribution {
  extend(kept: readonly ProvidedTool[], agent: AgentProfile): Awaitable<LateTools>;
}
export interface LateTools {
  readonly offers: readonly ToolOffer[];
  /** Names among `kept` whose schema the model must not see yet. */
  readonly deferred?: readonly string[];
  /** Whether a deferred tool has been promoted in this agent's state. Absent: never. */
  isPromoted?(name: string, state: ThreadState): boolean;
  /** Parts for the end of the system message. */
  readonly promptParts?: readonly string[];
}
