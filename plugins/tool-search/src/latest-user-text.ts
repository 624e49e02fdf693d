import { messageText, NOT_FROM_USER_MARK, type ThreadState } from "@antler/plugin-api";

/** What the user, or for a subagent its task, said last. Messages that a middleware wrote do not count. */
export function latestUserText({ messages }: Pick<ThreadState, "messages">): string {
  const latest = messages.findLast(
    (message) => message.getType() === "human" && message.additional_kwargs[NOT_FROM_USER_MARK] !== true,
  );
  return latest === undefined ? "" : messageText(latest.content);
}
