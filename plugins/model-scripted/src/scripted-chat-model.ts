import { setTimeout as wait } from "node:timers/promises";
import { NOT_FROM_USER_MARK } from "@antler/plugin-api";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import type { Conversation, PlayedAnswer } from "./scenario/conversation.js";
import { play } from "./scenario/play.js";
import type { Scenario } from "./scenario/scenario.js";
import { usageOf } from "./usage.js";

interface CallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
}
export interface ScriptedChatModelOptions {
  readonly streams: boolean;
  /** Tokens; langchain's middlewares read it from the model's profile. */
  readonly contextWindow: number | undefined;
}

/** A chat model that plays a scenario. It keeps nothing between calls, so any number of agents may share it. */
export class ScriptedChatModel extends BaseChatModel<CallOptions> {
  readonly #scenario: Scenario;
  readonly #contextWindow: number | undefined;

  constructor(scenario: Scenario, options: ScriptedChatModelOptions) {
    super({});
    this.#scenario = scenario;
    this.#contextWindow = options.contextWindow;
    this.disableStreaming = !options.streams;
  }
  override _llmType(): string {
    return "antler-scripted";
  }
  override get profile(): { maxInputTokens?: number; toolCalling: boolean } {
    return { toolCalling: true, ...(this.#contextWindow === undefined ? {} : { maxInputTokens: this.#contextWindow }) };
  }
  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<CallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, CallOptions> {
    return this.withConfig({ ...kwargs, tools } as Partial<CallOptions>);
  }
  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const answer = await this.#answer(messages, options);
    const message = new AIMessage({
      content: answer.text,
      tool_calls: answer.calls.map((call, index) => ({
        name: call.name,
        args: call.args,
        id: callId(messages, index),
      })),
      response_metadata: metadataOf(answer),
    });
    Object.assign(message, { usage_metadata: usageOf(messages, answer) });
    return { generations: [{ text: answer.text, message }] };
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of chunksOf(await this.#answer(messages, options), messages)) {
      options.signal?.throwIfAborted();
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
  async #answer(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<PlayedAnswer> {
    options.signal?.throwIfAborted();
    const answer = play(this.#scenario, conversationOf(messages, options.tools ?? []));
    if (answer.delayMs > 0)
      await wait(answer.delayMs, undefined, options.signal === undefined ? {} : { signal: options.signal });
    return answer;
  }
}

function conversationOf(messages: readonly BaseMessage[], tools: readonly BindToolsInput[]): Conversation {
  return {
    messages: messages.filter(isPlayed).map((message) => ({
      type: message.type,
      text: message.text,
      calls: AIMessage.isInstance(message)
        ? (message.tool_calls ?? []).map((call) => ({ id: call.id, name: call.name, args: call.args }))
        : [],
      ...(ToolMessage.isInstance(message) ? { callId: message.tool_call_id, status: message.status } : {}),
    })),
    tools: tools.map((tool) => toolName(tool)),
  };
}

/** What a middleware says in the user's place (that the budget is used up, for example) asks for no other rule. */
function isPlayed(message: BaseMessage): boolean {
  return message.type !== "human" || message.additional_kwargs[NOT_FROM_USER_MARK] !== true;
}

function toolName(tool: BindToolsInput): string {
  const wire = (tool as { function?: { name?: unknown } }).function;
  return String(wire?.name ?? (tool as { name?: unknown }).name ?? "");
}

function callId(messages: readonly BaseMessage[], index: number): string {
  return `call_${messages.length}_${index + 1}`;
}

function metadataOf(answer: PlayedAnswer): { readonly finish_reason: string } {
  return { finish_reason: answer.calls.length > 0 ? "tool_calls" : "stop" };
}

function* chunksOf(answer: PlayedAnswer, messages: readonly BaseMessage[]): Generator<AIMessageChunk> {
  for (const piece of piecesOf(answer.text)) yield new AIMessageChunk({ content: piece });
  for (const [index, call] of answer.calls.entries()) {
    const head = { type: "tool_call_chunk" as const, index, id: callId(messages, index), name: call.name, args: "" };
    yield new AIMessageChunk({ content: "", tool_call_chunks: [head] });
    const body = { type: "tool_call_chunk" as const, index, args: JSON.stringify(call.args) };
    yield new AIMessageChunk({ content: "", tool_call_chunks: [body] });
  }
  const end = new AIMessageChunk({ content: "", response_metadata: metadataOf(answer) });
  Object.assign(end, { usage_metadata: usageOf(messages, answer) });
  yield end;
}

/** More pieces than this show nothing more, and joining them takes long. */
const MOST_PIECES = 200;

/** Words; of a long text as many words at a time as it takes to stay below {@link MOST_PIECES}. */
function piecesOf(text: string): readonly string[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [];
  const size = Math.ceil(words.length / MOST_PIECES);
  return Array.from({ length: Math.ceil(words.length / (size || 1)) }, (_, index) =>
    words.slice(index * size, (index + 1) * size).join(""),
  );
}
