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

/** The only state keys that go down from a lead to its subagents (specification C1). `thread_id` goes with the blueprint. */
export const INHERITED_STATE_KEYS = ["sandbox", "thread_data"] as const;
export type InheritedState = Readonly<Pick<ThreadState, (typeof INHERITED_STATE_KEYS)[number]>>;
