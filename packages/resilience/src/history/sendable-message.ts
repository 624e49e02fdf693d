import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { HistoryItem } from "./plan-history-repair.js";

/**
 * A message as the strictest provider takes it: calls with ids, names and readable arguments; text contents as one string.
 * The same object when nothing has to change; undefined for an AI message that says and asks nothing.
 */
export function sendableMessage(message: BaseMessage, item: HistoryItem): BaseMessage | undefined {
  if (ToolMessage.isInstance(message)) return sendableResult(message);
  if (!AIMessage.isInstance(message) || item.kind !== "ai") return message;
  const { invalidCalls = [] } = item;
  if (item.calls.length + invalidCalls.length === 0) return isBlank(message) ? undefined : withoutRawCalls(message);
  const calls = message.tool_calls ?? [];
  const isFine = calls.every(
    (call, index) => call.id === item.calls[index]?.id && call.name === item.calls[index]?.name,
  );
  if (invalidCalls.length === 0 && isFine) return message;
  const { tool_calls: _raw, ...kwargs } = message.additional_kwargs;
  return new AIMessage({
    content: message.content,
    tool_calls: [
      ...item.calls.map(({ id, name }, index) => ({
        type: "tool_call" as const,
        id,
        name,
        args: calls[index]?.args ?? {},
      })),
      ...invalidCalls.map(({ id, name }) => ({ type: "tool_call" as const, id, name, args: {} })),
    ],
    additional_kwargs: kwargs,
    response_metadata: message.response_metadata,
    ...(message.id === undefined ? {} : { id: message.id }),
  });
}

/** A raw copy of calls that were taken away would be sent, unanswered, in their place. */
function withoutRawCalls(message: AIMessage): AIMessage {
  const { tool_calls: raw, ...kwargs } = message.additional_kwargs;
  if (!Array.isArray(raw) || raw.length === 0) return message;
  return new AIMessage({
    content: message.content,
    tool_calls: [],
    additional_kwargs: kwargs,
    response_metadata: message.response_metadata,
    ...(message.id === undefined ? {} : { id: message.id }),
  });
}

function sendableResult(message: ToolMessage): ToolMessage {
  if (typeof message.content === "string") return message;
  const texts = message.content.flatMap((block) => (block.type === "text" ? [String(block["text"])] : []));
  if (texts.length < message.content.length) return message; // images and the like stay as they are
  return new ToolMessage({
    content: texts.length === 0 ? "[The tool returned nothing.]" : texts.join("\n"),
    tool_call_id: message.tool_call_id,
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.status === undefined ? {} : { status: message.status }),
    ...(message.id === undefined ? {} : { id: message.id }),
  });
}

function isBlank(message: AIMessage): boolean {
  return typeof message.content === "string" ? message.content.trim() === "" : message.content.length === 0;
}
