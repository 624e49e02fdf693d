import { ToolMessage } from "@langchain/core/messages";

/** The same result with another content. */
export function withContent(message: ToolMessage, content: ToolMessage["content"]): ToolMessage {
  return new ToolMessage({
    content,
    tool_call_id: message.tool_call_id,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    artifact: message.artifact as unknown,
    ...(message.name === undefined ? {} : { name: message.name }),
    ...(message.status === undefined ? {} : { status: message.status }),
    ...(message.id === undefined ? {} : { id: message.id }),
  });
}
