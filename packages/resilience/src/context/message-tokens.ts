import type { ProvidedTool } from "@antler/plugin-api";
import type { AIMessage, BaseMessage } from "@langchain/core/messages";
import { estimateTextTokens, IMAGE_TOKENS, MESSAGE_OVERHEAD_TOKENS } from "./estimate-tokens.js";

/** An estimate of what one message costs in a request. */
export function messageTokens(message: BaseMessage): number {
  const calls = message.getType() === "ai" ? ((message as AIMessage).tool_calls ?? []) : [];
  const asked =
    calls.length === 0 ? 0 : estimateTextTokens(JSON.stringify(calls.map(({ name, args }) => [name, args])));
  return MESSAGE_OVERHEAD_TOKENS + asked + contentTokens(message.content);
}

/** An estimate of what the definitions of tools cost in every request. */
export function toolTokens(tools: readonly ProvidedTool[]): number {
  // The schema of a langchain tool is not worth converting for an estimate; 200 tokens is a tool of three described fields.
  const definition = ({ name, description, offer }: ProvidedTool): number =>
    estimateTextTokens(`${name} ${description} ${"tool" in offer ? "" : JSON.stringify(offer.parameters)}`) +
    ("tool" in offer ? 200 : 0);
  return tools.reduce((sum, tool) => sum + definition(tool), 0);
}

function contentTokens(content: BaseMessage["content"]): number {
  if (typeof content === "string") return estimateTextTokens(content);
  return content.reduce((sum, block) => {
    if (block.type === "text") return sum + estimateTextTokens(String(block["text"]));
    if (/image|audio|video|file/.test(block.type)) return sum + IMAGE_TOKENS;
    return sum + estimateTextTokens(JSON.stringify(block));
  }, 0);
}
