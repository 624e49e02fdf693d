import type { Middleware } from "@antler/plugin-api";
import { type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { withContent } from "../messages/with-content.js";
import { framingNeutralizer } from "./neutralize-framing.js";

/**
 * Shows the model tool results, those of subagents included, without the force of our framing tags. Only the request changes:
 * the stored thread keeps what the tool returned.
 */
export function framingMiddleware(tags: readonly string[]): Middleware {
  const neutralize = framingNeutralizer(tags);
  const seen = new WeakMap<BaseMessage, BaseMessage>();
  const shown = (message: BaseMessage): BaseMessage => {
    if (!ToolMessage.isInstance(message)) return message;
    const known = seen.get(message) ?? neutralized(message, neutralize);
    seen.set(message, known);
    return known;
  };
  return {
    name: "antler:framing",
    wrapModelCall: (request, handler) => handler({ ...request, messages: request.messages.map(shown) }),
  } as Middleware;
}

function neutralized(message: ToolMessage, neutralize: (text: string) => string): ToolMessage {
  const content =
    typeof message.content === "string"
      ? neutralize(message.content)
      : message.content.map((block) =>
          block.type === "text" ? { ...block, text: neutralize(String(block["text"])) } : block,
        );
  if (JSON.stringify(content) === JSON.stringify(message.content)) return message;
  return withContent(message, content as ToolMessage["content"]);
}
