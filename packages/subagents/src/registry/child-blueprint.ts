import {
  type AgentBlueprint,
  type Allowlist,
  type BlueprintRule,
  denialsBelow,
  type EffectiveSubagentType,
  type OriginatedValue,
  type SourcePosition,
} from "@antler/plugin-api";
import { resolveModelName } from "./model-name.js";

export interface ChildInput {
  readonly type: EffectiveSubagentType;
  readonly lead: AgentBlueprint;
  readonly taskId: string;
  readonly finalTurn: boolean;
  /** Names of the configured models. */
  readonly models: readonly string[];
  /** The rule for skills: child ∩ parent. */
  readonly intersectSkills: (parent: Allowlist, child: Allowlist) => Allowlist;
}

/** What the child of this lead will be: the lead's ceiling, the type's own bounds, nothing of the lead's conversation. */
export function childBlueprint({ type, lead, taskId, finalTurn, models, intersectSkills }: ChildInput): AgentBlueprint {
  const { values } = type;
  return {
    role: "subagent",
    name: type.name,
    runId: lead.runId,
    threadId: lead.threadId,
    taskId,
    model: resolveModelName(values.model.value, lead.model, models),
    systemPrompt: values.systemPrompt.value,
    toolGroups: lead.toolGroups,
    inheritedDenials: denialsBelow(lead),
    tools: values.tools.value,
    disallowedTools: values.disallowedTools.value,
    skills: intersectSkills(lead.skills, values.skills.value),
    maxTurns: values.maxTurns.value,
    tokenBudget: values.tokenBudget.value,
    finalTurn,
    ...(lead.offline === undefined ? {} : { offline: lead.offline }),
    sources: {
      ...ruleSource("toolGroups", lead.sources.toolGroups),
      ...ruleSource("model", values.model.value === "inherit" ? lead.sources.model : positionOf(values.model)),
      ...ruleSource("systemPrompt", positionOf(values.systemPrompt)),
      ...ruleSource("tools", positionOf(values.tools)),
      ...ruleSource("disallowedTools", positionOf(values.disallowedTools)),
      ...ruleSource("skills", positionOf(values.skills)),
      ...ruleSource("maxTurns", positionOf(values.maxTurns)),
    },
    entrySources: {
      ...(values.tools.entries && { tools: values.tools.entries }),
      ...(values.disallowedTools.entries && { disallowedTools: values.disallowedTools.entries }),
    },
  };
}

function positionOf(value: OriginatedValue<unknown>): SourcePosition | undefined {
  return value.position ?? undefined;
}

function ruleSource(rule: BlueprintRule, position: SourcePosition | undefined): AgentBlueprint["sources"] {
  return position === undefined ? {} : { [rule]: position };
}
