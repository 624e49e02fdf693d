import {
  type AgentResult,
  MODEL_FAILURE_MARK,
  messageText,
  type StopReason,
  type SubagentTask,
} from "@antler/plugin-api";
import type { BaseMessage } from "@langchain/core/messages";
import { extractResult, lastText } from "../result/extract-result.js";

export type JudgedEnd =
  | { readonly status: "completed"; readonly result: string }
  | { readonly status: "failed"; readonly error: string };

/** What an agent that has ended by itself has come to: an answer, useful partial work at a limit, or a failure. */
export function judgeEnd(end: Pick<AgentResult, "messages" | "stopReason">, task: SubagentTask): JudgedEnd {
  const failure = failedModelCall(end.messages);
  if (failure !== undefined) return { status: "failed", error: failure };
  if (end.stopReason === undefined) return { status: "completed", result: extractResult(end.messages) };
  const partial = lastText(end.messages);
  if (partial !== undefined) return { status: "completed", result: partial };
  return { status: "failed", error: capError(end.stopReason, task) };
}

function failedModelCall(messages: readonly BaseMessage[]): string | undefined {
  const last = messages.findLast((message) => message.type === "ai");
  return last?.additional_kwargs[MODEL_FAILURE_MARK] === true ? messageText(last.content) : undefined;
}

function capError(reason: StopReason, { blueprint }: SubagentTask): string {
  switch (reason) {
    case "turn_capped":
      return `Reached max_turns=${blueprint.maxTurns}`;
    case "token_capped":
      return `Reached token_budget.max_tokens=${blueprint.tokenBudget}`;
    case "loop_capped":
      return "Repeated the same tool calls without getting on";
    default:
      return `Stopped: ${reason}`;
  }
}
