import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { historyItems } from "./history-items.js";
import { planHistoryRepair } from "./plan-history-repair.js";
import { sendableMessage } from "./sendable-message.js";

export interface RepairedHistory {
  readonly messages: readonly BaseMessage[];
  /** One sentence a change. */
  readonly changes: readonly string[];
}

const OPENING = "[Earlier messages are not shown.]";
const BRIDGE = "[Continued.]";

/**
 * The history as it can be sent. Messages that are fine stay the same objects. undefined: nothing had to change.
 * `strictRoles`: also merges neighbouring human messages and puts a word of the assistant between a tool result and a human
 * message, for providers and chat templates that want roles to alternate.
 */
export function repairHistory(messages: readonly BaseMessage[], strictRoles = false): RepairedHistory | undefined {
  const items = historyItems(messages);
  const plan = planHistoryRepair(items);
  const changes = [...(plan?.changes ?? [])];
  const steps = plan?.steps ?? messages.map((_, index) => ({ do: "keep" as const, index }));
  const repaired = steps.flatMap((step): BaseMessage[] => {
    if (step.do === "answer")
      return [
        new ToolMessage({ content: step.text, tool_call_id: step.call.id, name: step.call.name, status: "error" }),
      ];
    const message = messages[step.index];
    const item = items[step.index];
    if (message === undefined || item === undefined) return [];
    const sendable = sendableMessage(message, item);
    if (sendable === undefined) changes.push("Left out an empty answer.");
    else if (sendable !== message) changes.push(`Reworded ${describe(message)} so that every provider takes it.`);
    return sendable === undefined ? [] : [sendable];
  });
  const first = repaired.findIndex((message) => message.getType() !== "system");
  if (first >= 0 && repaired[first]?.getType() !== "human") {
    repaired.splice(first, 0, new HumanMessage(OPENING));
    changes.push("Opened the history with a human message.");
  }
  const alternating = strictRoles ? alternate(repaired) : repaired;
  if (alternating.some((message, index) => message !== repaired[index])) changes.push("Made the roles alternate.");
  return changes.length === 0 ? undefined : { messages: alternating, changes };
}

function alternate(messages: readonly BaseMessage[]): BaseMessage[] {
  const result: BaseMessage[] = [];
  for (const message of messages) {
    const last = result.at(-1);
    if (message.getType() === "human" && last?.getType() === "human")
      result[result.length - 1] = new HumanMessage({ content: [...blocks(last), ...blocks(message)] });
    else if (message.getType() === "human" && last?.getType() === "tool") result.push(new AIMessage(BRIDGE), message);
    else result.push(message);
  }
  return result;
}

function blocks(message: BaseMessage): Exclude<BaseMessage["content"], string> {
  return typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
}

function describe(message: BaseMessage): string {
  return ToolMessage.isInstance(message) ? `the result of call ${message.tool_call_id}` : "an answer";
}
