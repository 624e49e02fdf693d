import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { HistoryItem } from "./plan-history-repair.js";

/** The pairing view of messages. Calls without an id get one from their place, the same every time. */
export function historyItems(messages: readonly BaseMessage[]): readonly HistoryItem[] {
  return messages.map((message, index): HistoryItem => {
    if (ToolMessage.isInstance(message)) return { kind: "tool", callId: message.tool_call_id };
    if (!AIMessage.isInstance(message)) return { kind: "other" };
    const id = (given: string | undefined, position: number): string => given || `call_missing_${index}_${position}`;
    const calls = message.tool_calls ?? [];
    return {
      kind: "ai",
      calls: calls.map((call, position) => ({ id: id(call.id, position), name: call.name || "unknown_tool" })),
      invalidCalls: (message.invalid_tool_calls ?? []).map((call, position) => ({
        id: id(call.id, calls.length + position),
        name: call.name || "unknown_tool",
        error: call.error?.split("\n", 1)[0],
      })),
    };
  });
}
