import type { TokenUsage } from "@antler/plugin-api";
import { AIMessage } from "@langchain/core/messages";

/** A call that a scripted answer asks for. Without an id it gets `call_1`, `call_2`, … counted per model. */
export interface ScriptedCall {
  readonly name: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly id?: string;
}
/** A call whose arguments could not be read, as a provider's client reports it. */
export interface ScriptedInvalidCall {
  readonly name: string;
  /** The raw text of the arguments. */
  readonly args: string;
  readonly id?: string;
  readonly error?: string;
}
/** One answer of {@link scriptedModel}: a text, or everything a provider could send. */
export type ScriptedAnswer =
  | string
  | AIMessage
  | {
      readonly text?: string;
      readonly calls?: readonly ScriptedCall[];
      readonly invalidCalls?: readonly ScriptedInvalidCall[];
      /** Default: 10 in, 5 out. null: the provider counts nothing. */
      readonly usage?: Pick<TokenUsage, "input_tokens" | "output_tokens"> | null;
      /** Default: `tool_calls` with calls, else `stop`. null: the provider gives none. */
      readonly finishReason?: string | null;
      /** The message's id. Default: none, so that the framework gives one. */
      readonly id?: string;
    };

/** The message that an answer stands for. `nextId` is asked once per call without an id. */
export function answerMessage(answer: ScriptedAnswer, nextId: () => string): AIMessage {
  if (AIMessage.isInstance(answer)) return answer;
  const parts = typeof answer === "string" ? { text: answer } : answer;
  const calls = parts.calls ?? [];
  const usage = parts.usage === undefined ? { input_tokens: 10, output_tokens: 5 } : parts.usage;
  const finishReason =
    parts.finishReason === undefined ? (calls.length > 0 ? "tool_calls" : "stop") : parts.finishReason;
  const message = new AIMessage({
    content: parts.text ?? "",
    tool_calls: calls.map((call) => ({ name: call.name, args: { ...call.args }, id: call.id ?? nextId() })),
    invalid_tool_calls: (parts.invalidCalls ?? []).map((call) => ({
      name: call.name,
      args: call.args,
      id: call.id ?? nextId(),
      error: call.error ?? "Malformed args.",
    })),
  });
  if (parts.id !== undefined) message.id = parts.id;
  // Assigned, because langchain's type of this property comes out as undefined for the default message structure.
  if (usage !== null)
    Object.assign(message, { usage_metadata: { ...usage, total_tokens: usage.input_tokens + usage.output_tokens } });
  if (finishReason !== null) message.response_metadata = { finish_reason: finishReason };
  return message;
}
