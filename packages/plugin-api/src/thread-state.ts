import type { BaseMessage } from "@langchain/core/messages";
import type { SandboxRef } from "./sandbox.js";

/** Host paths of one thread's folders. Behind `/mnt/user-data/{workspace,uploads,outputs}` for the model. */
export interface ThreadData {
  readonly workspace_path: string;
  readonly uploads_path: string;
  readonly outputs_path: string;
}

/** The state of every agent, lead and subagent alike. Middlewares add keys of their own through `stateSchema`. */
export interface ThreadState {
  readonly messages: readonly BaseMessage[];
  readonly sandbox?: SandboxRef | null;
  readonly thread_data?: ThreadData | null;
  readonly [key: string]: unknown;
}

/**
 * The state key of the summary that stands for the older messages in requests: the messages stay in the state, and `covers` is
 * the id of the last one that is no longer sent.
 */
export const CONTEXT_SUMMARY_KEY = "context_summary";

/** The messages that a request still holds word for word: all, or those behind what the context summary stands for. */
export function messagesInSight(state: ThreadState): readonly BaseMessage[] {
  const summary = state[CONTEXT_SUMMARY_KEY];
  const covers = typeof summary === "object" && summary !== null && "covers" in summary ? summary.covers : undefined;
  if (typeof covers !== "string") return state.messages;
  return state.messages.slice(state.messages.findIndex((message) => message.id === covers) + 1);
}

/** The only state keys that go down from a lead to its subagents (specification C1). `thread_id` goes with the blueprint. */
export const INHERITED_STATE_KEYS = ["sandbox", "thread_data"] as const;
export type InheritedState = Readonly<Pick<ThreadState, (typeof INHERITED_STATE_KEYS)[number]>>;
