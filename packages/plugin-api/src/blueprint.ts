import type { Allowlist } from "./allowlist.js";
import type { LoadedSkill } from "./skill.js";
import type { SourcePosition } from "./source-position.js";
import type { ProvidedTool, ToolDecision } from "./tool.js";
import type { Warning } from "./warning.js";

/** What an agent will be, before it is built: the lead, or a subagent under it. Plain JSON, so it can travel. */
export interface AgentBlueprint {
  readonly role: "lead" | "subagent";
  /** `"lead"`, or the name of the subagent type. */
  readonly name: string;
  readonly runId: string;
  readonly threadId: string;
  /** Set for subagents only. */
  readonly taskId?: string;
  /** The name of an entry of `models`; never `inherit`. */
  readonly model: string;
  readonly systemPrompt: string | null;
  /** Layer 1, the ceiling: what the lead's tool groups allow. A subagent carries its lead's. */
  readonly toolGroups: Allowlist;
  /**
   * Layer 1 too: what agents above deny. A denial holds for everything below the agent that declares it.
   * Fill it with {@link denialsBelow}; absent: none.
   */
  readonly inheritedDenials?: readonly InheritedDenial[];
  /** Layer 2: names or `*` patterns. */
  readonly tools: Allowlist;
  /** Layer 2, wins over `tools`. */
  readonly disallowedTools: readonly string[];
  /** The effective skill allowlist, parent and child already intersected. */
  readonly skills: Allowlist;
  /** Model calls with tools, at most. null: no limit. */
  readonly maxTurns: number | null;
  /** Input plus output tokens, at most. null: no limit. */
  readonly tokenBudget: number | null;
  /** A lead's: how many tasks one message may start in this run. Absent: `subagents.max_concurrent`. */
  readonly maxConcurrentTasks?: number;
  /** At a cap, whether one last model call without tools may conclude. */
  readonly finalTurn: boolean;
  /** Resolved only to be explained: providers answer from config and cache, start nothing and contact nobody. */
  readonly offline?: boolean;
  /** Where the rule of a field stands, keyed by the field's name. */
  readonly sources: Readonly<Partial<Record<BlueprintRule, SourcePosition>>>;
  /** Where the entries of a list stand, one place an entry in the list's order. Absent: only the list's place is known. */
  readonly entrySources?: Readonly<Partial<Record<BlueprintList, readonly SourcePosition[]>>>;
}
/** The lists of a blueprint whose entries may have places of their own. */
export type BlueprintList = "toolGroups" | "tools" | "disallowedTools";
export type BlueprintRule =
  | "model"
  | "systemPrompt"
  | "toolGroups"
  | "tools"
  | "disallowedTools"
  | "skills"
  | "maxTurns";

/** One agent's `disallowedTools`, as its descendants see them. */
export interface InheritedDenial {
  /** The name of the agent that denies. */
  readonly agent: string;
  /** Names or `*` patterns. */
  readonly tools: readonly string[];
  readonly source?: SourcePosition | undefined;
  /** One place an entry of `tools`. Absent: only `source` is known. */
  readonly entrySources?: readonly SourcePosition[] | undefined;
}
/** The `inheritedDenials` of an agent that `parent` starts: the parent's own, behind those it has inherited. */
export function denialsBelow(parent: AgentBlueprint): readonly InheritedDenial[] {
  const inherited = parent.inheritedDenials ?? [];
  if (parent.disallowedTools.length === 0) return inherited;
  return [
    ...inherited,
    {
      agent: parent.name,
      tools: parent.disallowedTools,
      source: parent.sources.disallowedTools,
      entrySources: parent.entrySources?.disallowedTools,
    },
  ];
}

/** A blueprint with its skills chosen; what filters judge by. */
export interface AgentProfile {
  readonly blueprint: AgentBlueprint;
  readonly skills: readonly LoadedSkill[];
}

/** A blueprint after skills, filters and late tools: everything but the model. */
export interface ResolvedAgent extends AgentProfile {
  /** The kept tools in order, then the late ones. Never two of one name. */
  readonly tools: readonly ProvidedTool[];
  /** One record a tool, also for those that were removed. */
  readonly decisions: readonly ToolDecision[];
  /** Names among `tools` whose schema the model does not see until they are promoted. */
  readonly deferred: readonly string[];
  /** The content of the one system message; null when there is nothing to say. */
  readonly systemMessage: string | null;
  readonly warnings: readonly Warning[];
}
