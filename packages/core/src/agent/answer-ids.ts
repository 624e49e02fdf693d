import { randomUUID } from "node:crypto";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";

/**
 * Gives an answer an id of its own, and each of its calls one that no earlier call of this agent has.
 * Some gateways reuse completion ids, so a later answer would replace an earlier one; others reuse or omit call ids, so a
 * call would count as answered. Every view of the calls is kept in step: `tool_calls`, the raw copy, content blocks.
 * Returns the same message.
 */
export function freshenIds(answer: AIMessage, history: readonly BaseMessage[]): AIMessage {
  if (answer.id === undefined || answer.id === "" || history.some((message) => message.id === answer.id))
    setId(answer, `msg_${randomUUID()}`);
  const used = new Set(history.flatMap(callIdsOf));
  const renamed: { readonly from: string; readonly to: string }[] = [];
  for (const call of [...(answer.tool_calls ?? []), ...(answer.invalid_tool_calls ?? [])]) {
    const from = call.id ?? "";
    if (from === "" || used.has(from)) {
      call.id = `call_${randomUUID().replaceAll("-", "").slice(0, 24)}`;
      renamed.push({ from, to: call.id });
    }
    used.add(call.id ?? "");
  }
  for (const { from, to } of renamed.toReversed()) renameCopies(answer, from, to);
  return answer;
}

function setId(message: AIMessage, id: string): void {
  message.id = id;
  message.lc_kwargs["id"] = id;
}

function callIdsOf(message: BaseMessage): string[] {
  if (message.getType() !== "ai") return [];
  const { tool_calls: calls, invalid_tool_calls: invalid } = message as AIMessage;
  return [...(calls ?? []), ...(invalid ?? [])].flatMap(({ id }) => (id === undefined ? [] : [id]));
}

/** Renames the last copy that still has the old id. Called from the last call to the first, so each call gets its own copy. */
function renameCopies(answer: AIMessage, from: string, to: string): void {
  const raw = answer.additional_kwargs["tool_calls"];
  const blocks = Array.isArray(answer.content)
    ? answer.content.filter((block) => block.type === "tool_use" || block.type === "tool_call")
    : [];
  for (const copies of [Array.isArray(raw) ? raw : [], blocks]) {
    const copy = (copies as { id?: unknown }[]).filter((entry) => (entry.id ?? "") === from).at(-1);
    if (copy !== undefined) copy.id = to;
  }
}
