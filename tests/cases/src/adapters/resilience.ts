import type { HistoryItem, LoopDetectionConfig } from "@antler/resilience";
import {
  classifyModelError,
  createLoopDetector,
  loopLimitsFrom,
  maxAttempts,
  planHistoryRepair,
  toolErrorReply,
} from "@antler/resilience";
import type { Adapters } from "../adapter.js";

interface ToolErrorInput {
  readonly tool?: string;
  readonly id?: string;
  readonly error_name: string;
  readonly message: string;
}
interface PatchInput {
  readonly messages: readonly CaseMessage[];
}
interface CaseMessage {
  readonly type: "human" | "system" | "ai" | "tool";
  readonly content?: string;
  readonly id?: string;
  readonly tool_calls?: readonly (readonly [name: string, id: string])[];
  readonly invalid_tool_calls?: readonly (readonly [name: string, id: string, args: string, error: string])[];
}
interface LoopInput {
  readonly turns: readonly (readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[])[];
  readonly config: LoopDetectionConfig;
}
interface ClassifyInput {
  readonly message: string;
  readonly status?: number;
}

export const resilienceAdapters: Adapters = {
  "tool.error": ({ tool, id, error_name, message }: ToolErrorInput) => {
    const thrown = Object.assign(new Error(message), { name: error_name });
    return toolErrorReply({ ...(tool !== undefined && { name: tool }), ...(id !== undefined && { id }) }, thrown);
  },
  "dangling.patch": ({ messages }: PatchInput) => {
    const plan = planHistoryRepair(messages.map(historyItem));
    return (
      plan?.steps.map((step) =>
        step.do === "keep" ? shown(messages[step.index]) : `tool#${step.call.id}:error:${step.text}`,
      ) ?? null
    );
  },
  "loop.sequence": ({ turns, config }: LoopInput) => {
    const detector = createLoopDetector(loopLimitsFrom(config));
    return turns.map((calls) => detector.observe(calls.map(([name, args]) => ({ name, args }))).verdict);
  },
  "llm.classify": ({ message, status }: ClassifyInput) => {
    const found = classifyModelError(Object.assign(new Error(message), { status }));
    return { ...found, max_attempts: maxAttempts(found, 3) };
  },
};

function historyItem({ type, id, tool_calls, invalid_tool_calls }: CaseMessage): HistoryItem {
  if (type === "tool") return { kind: "tool", callId: id ?? "" };
  if (type !== "ai") return { kind: "other" };
  return {
    kind: "ai",
    calls: (tool_calls ?? []).map(([name, callId]) => ({ name, id: callId })),
    invalidCalls: (invalid_tool_calls ?? []).map(([name, callId, , error]) => ({ name, id: callId, error })),
  };
}

/** The one-line form in which cases write a message. */
function shown(message: CaseMessage | undefined): string {
  if (message === undefined) return "?";
  if (message.type === "tool") return `tool#${message.id}:success:${message.content ?? ""}`;
  if (message.type !== "ai") return `${message.type}:${message.content ?? ""}`;
  return `ai:${(message.tool_calls ?? []).map(([name, id]) => `${name}#${id}`).join(",")}`;
}
