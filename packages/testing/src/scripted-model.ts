import type { Awaitable } from "@antler/plugin-api";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { type AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import { answerMessage, type ScriptedAnswer } from "./scripted-answer.js";

/** What the model was asked. */
export interface ScriptedRequest {
  readonly messages: readonly BaseMessage[];
  /** Names of the tools that this call offered, in order. */
  readonly tools: readonly string[];
  /** Those tools as an OpenAI-compatible provider would get them. */
  readonly toolDefinitions: readonly unknown[];
  readonly toolChoice: unknown;
  /** AI messages since the last human message: 0 for the first answer to it. */
  readonly turn: number;
  /** Earlier calls of this model, over all agents that share it. */
  readonly call: number;
  readonly signal: AbortSignal | undefined;
}
export type Script = (request: ScriptedRequest) => Awaitable<ScriptedAnswer>;
export interface ScriptedModelOptions {
  /** false: the model cannot stream, as some providers cannot. Default true. */
  readonly streams?: boolean;
}
interface CallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
}

/**
 * A real chat model for tests that answers with what `script` returns; what it throws, the model throws.
 * A list is played in order, and asking beyond its end is an error. It streams: one chunk a word, two a call.
 * `model.requests` holds what it was asked.
 */
export function scriptedModel(
  script: Script | readonly ScriptedAnswer[],
  options: ScriptedModelOptions = {},
): ScriptedModel {
  return new ScriptedModel(typeof script === "function" ? script : playInOrder(script), options);
}

function playInOrder(answers: readonly ScriptedAnswer[]): Script {
  return ({ call }) => {
    const answer = answers[call];
    if (answer === undefined)
      throw new Error(`the scripted model has ${answers.length} answers, but was asked ${call + 1} times`);
    return answer;
  };
}

export class ScriptedModel extends BaseChatModel<CallOptions> {
  readonly requests: ScriptedRequest[] = [];
  readonly #script: Script;
  #lastCallId = 0;

  constructor(script: Script, options: ScriptedModelOptions) {
    super({});
    this.#script = script;
    this.disableStreaming = options.streams === false;
  }
  override _llmType(): string {
    return "antler-testing";
  }
  override bindTools(
    tools: BindToolsInput[],
    kwargs?: Partial<CallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, CallOptions> {
    return this.withConfig({ ...kwargs, tools } as Partial<CallOptions>);
  }
  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const message = await this.#answer(messages, options);
    return { generations: [{ text: message.text, message }] };
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const message of chunksOf(await this.#answer(messages, options))) {
      options.signal?.throwIfAborted();
      const chunk = new ChatGenerationChunk({ text: message.text, message });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
  async #answer(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<AIMessage> {
    options.signal?.throwIfAborted();
    const definitions = (options.tools ?? []).map((tool) => toolDefinition(tool));
    const request: ScriptedRequest = {
      messages: [...messages],
      tools: definitions.map((definition) => definition.function.name),
      toolDefinitions: definitions,
      toolChoice: options.tool_choice,
      turn: turnOf(messages),
      call: this.requests.length,
      signal: options.signal,
    };
    this.requests.push(request);
    const answer = await this.#script(request);
    options.signal?.throwIfAborted();
    return answerMessage(answer, () => `call_${++this.#lastCallId}`);
  }
}

function toolDefinition(tool: BindToolsInput): { readonly function: { readonly name: string } } {
  if ("function" in tool) return tool as { readonly function: { readonly name: string } };
  return convertToOpenAITool(tool as Parameters<typeof convertToOpenAITool>[0]);
}

function turnOf(messages: readonly BaseMessage[]): number {
  const lastHuman = messages.findLastIndex((message) => message.type === "human");
  return messages.slice(lastHuman + 1).filter((message) => message.type === "ai").length;
}

function* chunksOf(message: AIMessage): Generator<AIMessageChunk> {
  const id = message.id === undefined ? {} : { id: message.id };
  if (typeof message.content === "string")
    for (const word of message.content.match(/\s*\S+\s*$|\s*\S+/gu) ?? [])
      yield new AIMessageChunk({ ...id, content: word });
  else yield new AIMessageChunk({ ...id, content: message.content });
  const calls = [
    ...(message.tool_calls ?? []).map((call) => ({ ...call, args: JSON.stringify(call.args) })),
    ...(message.invalid_tool_calls ?? []),
  ];
  for (const [index, call] of calls.entries()) {
    const args = call.args ?? "";
    const half = Math.ceil(args.length / 2);
    const callId = call.id === undefined ? {} : { id: call.id };
    const first = {
      type: "tool_call_chunk" as const,
      index,
      ...callId,
      name: call.name ?? "",
      args: args.slice(0, half),
    };
    yield new AIMessageChunk({ ...id, content: "", tool_call_chunks: [first] });
    yield new AIMessageChunk({
      ...id,
      content: "",
      tool_call_chunks: [{ type: "tool_call_chunk", index, args: args.slice(half) }],
    });
  }
  yield new AIMessageChunk({
    ...id,
    content: "",
    ...(message.usage_metadata === undefined ? {} : { usage_metadata: message.usage_metadata }),
    response_metadata: message.response_metadata,
    additional_kwargs: message.additional_kwargs,
  });
}
