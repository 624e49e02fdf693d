import type {
  AgentBlueprint,
  AgentContext,
  AgentProfile,
  PolicedTool,
  ResolvedAgent,
  RunEventBody,
  ToolRuntime,
} from "@antler/plugin-api";
import { NO_USAGE } from "@antler/plugin-api";

/** A blueprint that restricts nothing, with what `changes` says. */
export function blueprintFixture(changes: Partial<AgentBlueprint> = {}): AgentBlueprint {
  return {
    role: "lead",
    name: "lead",
    runId: "run-1",
    threadId: "thread-1",
    model: "main",
    systemPrompt: null,
    toolGroups: "all",
    tools: "all",
    disallowedTools: [],
    skills: "all",
    maxTurns: null,
    tokenBudget: null,
    finalTurn: true,
    sources: {},
    ...changes,
  };
}

/** An agent without skills and tools. */
export function agentFixture(changes: Partial<AgentBlueprint> = {}): ResolvedAgent {
  const profile: AgentProfile = { blueprint: blueprintFixture(changes), skills: [] };
  return {
    ...profile,
    tools: [],
    decisions: [],
    deferred: [],
    systemMessage: profile.blueprint.systemPrompt,
    warnings: [],
  };
}

/** A tool as filters see it. */
export function toolFixture(name: string, changes: Partial<PolicedTool> = {}): PolicedTool {
  return { name, group: "test", description: `The tool ${name}.`, provider: "test", plugin: "test", ...changes };
}

/** A running agent for tests of one tool or one middleware; `emitted` collects its events. */
export function contextFixture(
  changes: Partial<AgentContext> = {},
): AgentContext & { readonly emitted: readonly RunEventBody[] } {
  const emitted: RunEventBody[] = [];
  let concluding = false;
  let stopReason: string | undefined;
  return {
    run: { id: "run-1", threadId: "thread-1" },
    agent: agentFixture(),
    signal: new AbortController().signal,
    emit: (event) => emitted.push(event),
    spend: () => undefined,
    control: {
      conclude: (reason) => {
        concluding = true;
        stopReason ??= reason;
      },
      note: (reason) => {
        stopReason ??= reason;
      },
      get stopReason() {
        return stopReason;
      },
      get concluding() {
        return concluding;
      },
      turns: 0,
      usage: NO_USAGE,
    },
    emitted,
    ...changes,
  };
}

/** What a tool's `run` gets beside its arguments. */
export function toolRuntimeFixture(changes: Partial<ToolRuntime> = {}): ToolRuntime {
  const context = changes.context ?? contextFixture();
  return { context, state: { messages: [] }, callId: "call_1", signal: context.signal, ...changes };
}
