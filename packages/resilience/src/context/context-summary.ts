import { NOT_FROM_USER_MARK } from "@antler/plugin-api";
import { type BaseMessage, HumanMessage } from "@langchain/core/messages";

/** A summary of the older part of a thread. Plain JSON: it is part of the agent's state. */
export interface ContextSummary {
  readonly text: string;
  /** Id of the last message that it stands for. */
  readonly covers: string;
  /** Id of the last message at the time it was written: what providers counted up to there is out of date. */
  readonly writtenAfter: string;
}

/**
 * The messages to send: system messages, the summary, the human message that is being worked on where the summary covers it,
 * and everything behind. Unchanged when the summary's last message is not among them.
 */
export function withSummary(
  messages: readonly BaseMessage[],
  summary: ContextSummary | undefined,
): readonly BaseMessage[] {
  const covered = summary === undefined ? -1 : messages.findIndex((message) => message.id === summary.covers);
  if (summary === undefined || covered < 0) return messages;
  const head = messages.slice(0, headLength(messages));
  const lastHuman = messages.findLastIndex(
    (message) => message.getType() === "human" && message.additional_kwargs[NOT_FROM_USER_MARK] !== true,
  );
  const current = lastHuman >= 0 && lastHuman <= covered ? messages.slice(lastHuman, lastHuman + 1) : [];
  return [...head, summaryMessage(summary.text), ...current, ...messages.slice(covered + 1)];
}

/** How many system messages stand at the beginning. */
export function headLength(messages: readonly BaseMessage[]): number {
  const first = messages.findIndex((message) => message.getType() !== "system");
  return first < 0 ? messages.length : first;
}

function summaryMessage(text: string): HumanMessage {
  return new HumanMessage({
    name: "conversation_summary",
    content: `<conversation_summary>\n${text}\n</conversation_summary>\nThis stands for the earlier part of our conversation. Go on from there.`,
  });
}
