import { type AgentStep, clipText, type Json, messageText, type RunEventBody } from "@antler/plugin-api";
import type { AIMessage, BaseMessage, ToolMessage } from "@langchain/core/messages";

/** The events that one step of the lead becomes. */
export function stepEvents(step: AgentStep, agent: string): RunEventBody[] {
  if (step.type === "text_delta") return [step];
  return step.messages.flatMap((message) => messageEvents(message, agent));
}

function messageEvents(message: BaseMessage, agent: string): RunEventBody[] {
  if (message.getType() === "ai")
    return ((message as AIMessage).tool_calls ?? []).map((call) => ({
      type: "tool_call",
      agent,
      task_id: null,
      call_id: call.id ?? "",
      name: call.name,
      args: call.args as Json,
    }));
  if (message.getType() !== "tool") return [];
  const result = message as ToolMessage;
  return [
    {
      type: "tool_result",
      agent,
      task_id: null,
      call_id: result.tool_call_id,
      name: result.name ?? "",
      status: result.status ?? "success",
      text: clipText(messageText(result.content), 2000),
    },
  ];
}
