import { isAntlerError } from "@antler/plugin-api";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk, ChatResult } from "@langchain/core/outputs";
import { ChatOpenAICompletions, type OpenAIClient, wrapOpenAIClientError } from "@langchain/openai";
import { withRetries } from "./retry.js";
import type { OpenAiSettings } from "./settings.js";
import { guardedChunks, guardedCompletion } from "./wire/guarded-answer.js";
import { type Fetch, guardedFetch } from "./wire/guarded-fetch.js";

type Request = OpenAIClient.Chat.ChatCompletionCreateParams;
type Chunks = AsyncIterable<OpenAIClient.Chat.Completions.ChatCompletionChunk>;
type Completion = OpenAIClient.Chat.Completions.ChatCompletion;

/** langchain's model for chat completions, with the gaps closed that real endpoints fall into. */
export class ChatOpenAiCompatible extends ChatOpenAICompletions {
  readonly #settings: OpenAiSettings;

  constructor(settings: OpenAiSettings) {
    super({
      model: settings.model,
      // A key is needed to build the client; where none is to be sent, the header is taken off again.
      apiKey: settings.apiKey ?? "none",
      ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
      ...(settings.maxTokens === undefined ? {} : { maxTokens: settings.maxTokens }),
      ...(settings.streaming ? {} : { disableStreaming: true }),
      streamUsage: settings.streamUsage,
      modelKwargs: { ...settings.extraBody },
      // The client's own clock is for the first byte only, so silence is bounded in the fetch; this one must not come first.
      timeout: settings.timeoutMs * 2,
      configuration: {
        baseURL: settings.baseUrl,
        defaultHeaders: { ...settings.headers },
        fetch: guardedFetch(settings.timeoutMs, settings.apiKey === null ? withoutKey(settings.headers) : fetch),
      },
    });
    this.#settings = settings;
  }
  override get profile(): ReturnType<() => ChatOpenAICompletions["profile"]> {
    const { contextWindow } = this.#settings;
    return contextWindow === undefined ? super.profile : { ...super.profile, maxInputTokens: contextWindow };
  }
  override _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    return super._generate(messages, this.#withReasoning(messages, options), runManager);
  }
  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    let finished = false;
    for await (const chunk of super._streamResponseChunks(
      messages,
      this.#withReasoning(messages, options),
      runManager,
    )) {
      const reason: unknown = chunk.generationInfo?.["finish_reason"];
      if (!finished && typeof reason === "string")
        chunk.message.response_metadata = { ...chunk.message.response_metadata, finish_reason: reason };
      finished ||= typeof reason === "string";
      yield chunk;
    }
  }
  override completionWithRetry(
    request: OpenAIClient.Chat.ChatCompletionCreateParamsStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<Chunks>;
  override completionWithRetry(
    request: OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming,
    requestOptions?: OpenAIClient.RequestOptions,
  ): Promise<Completion>;
  override completionWithRetry(
    request: Request,
    requestOptions: OpenAIClient.RequestOptions = {},
  ): Promise<Chunks | Completion> {
    const { signal } = requestOptions;
    const body = withReasoningContent(request, requestOptions);
    this._getClientOptions(undefined); // builds this.client
    return withRetries(
      async () => {
        try {
          const answer = await this.client.chat.completions.create(body, signal ? { signal } : {});
          return Symbol.asyncIterator in answer ? guardedChunks(answer) : guardedCompletion(answer);
        } catch (error) {
          throw unwrapped(error);
        }
      },
      this.#settings.maxRetries,
      signal ?? undefined,
    );
  }
  /** Hands the reasoning of earlier answers through langchain's request options. */
  #withReasoning(messages: readonly BaseMessage[], options: this["ParsedCallOptions"]): this["ParsedCallOptions"] {
    if (!this.#settings.resendReasoning) return options;
    const reasoning = messages
      .filter((message) => AIMessage.isInstance(message))
      .map((message) => message.additional_kwargs["reasoning_content"]);
    return { ...options, options: { ...options.options, [REASONING]: reasoning } };
  }
}

/** fetch without the client's key, unless the configured headers hold one. */
function withoutKey(configured: Readonly<Record<string, string>>): Fetch {
  const own = new Headers(configured).get("authorization");
  return (input, init) => {
    const headers = new Headers(init?.headers);
    if (own === null) headers.delete("authorization");
    return fetch(input, { ...init, headers });
  };
}

const REASONING = Symbol("reasoning of the assistant messages, in order");

function withReasoningContent(request: Request, requestOptions: object): Request {
  const nested = (requestOptions as { options?: object }).options;
  const found = { ...nested, ...requestOptions } as { [REASONING]?: readonly unknown[] };
  const reasoning = found[REASONING];
  if (reasoning === undefined) return request;
  let next = 0;
  const messages = request.messages.map((message) => {
    if (message.role !== "assistant") return message;
    const content = reasoning[next++];
    return typeof content === "string" ? { ...message, reasoning_content: content } : message;
  });
  return { ...request, messages };
}

/** What our fetch threw, without the client's wrapping; anything else as langchain words it. */
function unwrapped(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  return isAntlerError(cause) ? cause : wrapOpenAIClientError(error);
}
