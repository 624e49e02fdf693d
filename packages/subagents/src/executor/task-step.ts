import {
  addUsage,
  clipText,
  type Json,
  messageText,
  NO_USAGE,
  type TaskStep,
  type TokenUsage,
} from "@antler/plugin-api";
import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

/** Characters of a step's text, as the lead's stream shows it. */
const STEP_CHARACTERS = 2_000;

/** What a subagent has done so far, step by step. A step is an AI message or a tool's answer; each counts once. */
export interface StepLog {
  /** The new steps among these messages. */
  add(messages: readonly BaseMessage[]): readonly TaskStep[];
  readonly messages: readonly BaseMessage[];
  readonly total: number;
  readonly usage: TokenUsage;
  /** AI messages so far. */
  readonly turns: number;
}

export function createStepLog(): StepLog {
  const seen = new Set<string>();
  const messages: BaseMessage[] = [];
  let usage = NO_USAGE;
  let turns = 0;
  return {
    add(added) {
      const steps: TaskStep[] = [];
      for (const message of added) {
        if (message.type !== "ai" && message.type !== "tool") continue;
        const key = message.id ?? `${message.type} ${callId(message) ?? ""} ${JSON.stringify(message.content)}`;
        if (seen.has(key)) continue;
        seen.add(key);
        messages.push(message);
        if (message.type === "ai") {
          turns += 1;
          usage = addUsage(usage, (message as AIMessage).usage_metadata ?? NO_USAGE);
        }
        steps.push(toStep(message, messages.length));
      }
      return steps;
    },
    messages,
    get total() {
      return messages.length;
    },
    get usage() {
      return usage;
    },
    get turns() {
      return turns;
    },
  };
}

function toStep(message: BaseMessage, index: number): TaskStep {
  const isTool = message.type === "tool";
  const calls = isTool ? [] : ((message as AIMessage).tool_calls ?? []);
  return {
    index,
    type: isTool ? "tool" : "ai",
    text: clipText(messageText(message.content), STEP_CHARACTERS),
    tool_calls: calls.map(({ name, args }) => ({ name, args: args as Json })),
    tool: isTool ? (message.name ?? null) : null,
  };
}

function callId(message: BaseMessage): string | undefined {
  return message.type === "tool" ? (message as ToolMessage).tool_call_id : undefined;
}
