/** One message as the scenario sees it, free of langchain. */
export interface PlayedMessage {
  readonly type: "system" | "human" | "ai" | "tool" | (string & {});
  readonly text: string;
  readonly calls: readonly PlayedCall[];
  /** Of a tool message. */
  readonly callId?: string | undefined;
  readonly status?: string | undefined;
}
export interface PlayedCall {
  readonly id: string | undefined;
  readonly name: string;
  readonly args: unknown;
}
/** All that an answer depends on. */
export interface Conversation {
  readonly messages: readonly PlayedMessage[];
  /** Names of the tools that this call offers. */
  readonly tools: readonly string[];
}
/** What the model says next. */
export interface PlayedAnswer {
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: Readonly<Record<string, unknown>> }[];
  readonly delayMs: number;
}
