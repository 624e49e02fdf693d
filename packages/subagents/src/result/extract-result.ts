import { messageText } from "@antler/plugin-api";

/** What a task answers when its subagent has said nothing at all. */
export const NO_RESPONSE = "No response generated";

/** The part of a message that matters here; langchain's messages have this shape. */
export interface ReadableMessage {
  readonly type?: string;
  readonly content: string | readonly unknown[];
}

/** The result of a finished subagent: its last text, else the output of a final return-direct tool, else {@link NO_RESPONSE}. */
export function extractResult(messages: readonly ReadableMessage[]): string {
  return lastText(messages) ?? finalToolText(messages) ?? NO_RESPONSE;
}

/** The text of the last AI message that has any: an empty one may follow a bookkeeping call. undefined: none has. */
export function lastText(messages: readonly ReadableMessage[]): string | undefined {
  return messages
    .filter((message) => message.type === "ai")
    .map((message) => messageText(message.content))
    .findLast((text) => text.trim() !== "");
}

function finalToolText(messages: readonly ReadableMessage[]): string | undefined {
  const last = messages.at(-1);
  if (last?.type !== "tool") return undefined;
  const text = messageText(last.content);
  return text.trim() === "" ? undefined : text;
}
