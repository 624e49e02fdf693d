import { type BaseMessage, SystemMessage } from "@langchain/core/messages";

export interface CoalescedMessages {
  readonly systemMessage: SystemMessage;
  readonly messages: BaseMessage[];
}

/**
 * Makes one system message out of the agent's own and those among the messages, because some model APIs refuse a second.
 * undefined: there is nothing to do, and the request stays the same object, so provider-side prefix caches keep matching.
 * The merged message keeps the id of the first.
 */
export function coalesceSystemMessages(
  own: SystemMessage | undefined,
  messages: readonly BaseMessage[],
): CoalescedMessages | undefined {
  const inside = messages.filter((message) => message.getType() === "system");
  const hasOwn = own !== undefined && own.text !== "";
  if (inside.length === 0) return undefined;
  if (!hasOwn && inside.length === 1 && messages[0] === inside[0]) return undefined;
  const all = hasOwn ? [own, ...inside] : inside;
  const id = all[0]?.id;
  const systemMessage = new SystemMessage({
    content: all
      .map((message) => message.text)
      .filter((text) => text !== "")
      .join("\n\n"),
    ...(id === undefined ? {} : { id }),
  });
  return { systemMessage, messages: messages.filter((message) => message.getType() !== "system") };
}
