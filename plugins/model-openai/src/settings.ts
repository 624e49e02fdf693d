import type { ModelEntry } from "@antler/plugin-api";

/** One `models` entry with `use: openai`, defaults applied. */
export interface OpenAiSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** null: no key is sent. undefined: none was given. */
  readonly apiKey: string | null | undefined;
  readonly model: string;
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  /** Longest silence, milliseconds. */
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly extraBody: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly streaming: boolean;
  readonly streamUsage: boolean;
  readonly resendReasoning: boolean;
  readonly contextWindow: number | undefined;
}

export const OPENAI_BASE_URL = "https://api.openai.com/v1";
/** Seconds; the OpenAI client's own default. */
const DEFAULT_TIMEOUT = 600;

/** Keys with which DeerFlow describes a model, so that its entries load unchanged. */
const describing = (type: string): object => ({ type, description: "A key of DeerFlow's that has no effect here." });

export const settingsSchema: object = {
  type: "object",
  properties: {
    model: { type: "string", minLength: 1, description: "The model's name at the endpoint." },
    base_url: {
      type: "string",
      default: OPENAI_BASE_URL,
      description: "Address of the API, up to and including `/v1`.",
    },
    api_key: {
      type: "string",
      description: "Key of the endpoint; `none` sends no key. Without `base_url` the default is $OPENAI_API_KEY.",
    },
    temperature: { type: "number", minimum: 0, description: "Sampling temperature; absent: the endpoint's default." },
    max_tokens: {
      type: "integer",
      minimum: 1,
      description: "Most tokens of one answer; absent: the endpoint's default.",
    },
    timeout: {
      type: "integer",
      minimum: 1,
      maximum: 86_400,
      default: DEFAULT_TIMEOUT,
      description: "Seconds of silence after which a call ends: before the answer begins, and between two parts of it.",
    },
    max_retries: {
      type: "integer",
      minimum: 0,
      maximum: 20,
      default: 0,
      description: "Retries inside one call, before those of the resilience package. Retry-After is honoured.",
    },
    extra_body: { type: "object", default: {}, description: "Further fields of the request body, as they are." },
    headers: {
      type: "object",
      additionalProperties: { type: "string" },
      default: {},
      description: "Further HTTP headers of each request.",
    },
    streaming: { type: "boolean", default: true, description: "Whether answers may be streamed." },
    stream_usage: {
      type: "boolean",
      default: true,
      description: "Whether a stream is asked for its token counts; some endpoints refuse the question.",
    },
    resend_reasoning: {
      type: "boolean",
      default: false,
      description: "Whether `reasoning_content` of earlier answers is sent back, as some reasoning models demand.",
    },
    context_window: {
      type: "integer",
      minimum: 1,
      description: "Tokens that fit the model; absent: known for some models.",
    },
    display_name: describing("string"),
    description: describing("string"),
    supports_thinking: describing("boolean"),
    supports_vision: describing("boolean"),
    supports_reasoning_effort: describing("boolean"),
  },
  required: ["model"],
  additionalProperties: false,
};

export function settingsOf(entry: ModelEntry, env: Readonly<Record<string, string | undefined>>): OpenAiSettings {
  const text = (key: string): string | undefined => {
    const value = entry[key];
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const number = (key: string): number | undefined => {
    const value = entry[key];
    return typeof value === "number" ? value : undefined;
  };
  const record = (key: string): Readonly<Record<string, unknown>> => {
    const value = entry[key];
    return typeof value === "object" && value !== null ? { ...value } : {};
  };
  const key = text("api_key") ?? (text("base_url") === undefined ? env["OPENAI_API_KEY"] || undefined : undefined);
  return {
    baseUrl: (text("base_url") ?? OPENAI_BASE_URL).replace(/\/+$/u, ""),
    apiKey: key === "none" ? null : key,
    model: text("model") ?? "",
    temperature: number("temperature"),
    maxTokens: number("max_tokens"),
    timeoutMs: (number("timeout") ?? DEFAULT_TIMEOUT) * 1000,
    maxRetries: number("max_retries") ?? 0,
    extraBody: record("extra_body"),
    headers: record("headers") as Readonly<Record<string, string>>,
    streaming: entry["streaming"] !== false,
    streamUsage: entry["stream_usage"] !== false,
    resendReasoning: entry["resend_reasoning"] === true,
    contextWindow: number("context_window"),
  };
}
