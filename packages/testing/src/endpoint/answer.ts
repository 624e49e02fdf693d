/** A call in an endpoint's answer. */
export interface EndpointCall {
  readonly name: string;
  /** An object is sent as JSON; a string is sent as it is, so it can be cut or broken. */
  readonly args?: object | string;
  /** Absent: `call_1`, `call_2`, … per endpoint. null: the field is not sent. */
  readonly id?: string | null;
}
/** A complete chat completion; streamed when the request asks for it. */
export interface MessageAnswer {
  readonly kind: "message";
  readonly text?: string;
  readonly calls?: readonly EndpointCall[];
  /** Sent as `reasoning_content`. */
  readonly reasoning?: string;
  /** Absent: `tool_calls` with calls, else `stop`. null: none is sent. */
  readonly finishReason?: string | null;
  /** The completion's id. Absent: a fresh one. */
  readonly id?: string;
  /** Absent: 10 in, 5 out. null: none is sent. */
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
  /** Streams only: the text's fragments. Absent: one a word. */
  readonly deltas?: readonly string[];
  /** Streams only: call fragments carry no `index`, and only the first of a call carries its id. */
  readonly withoutIndexes?: boolean;
}
/** One plain HTTP response. */
export interface HttpAnswer {
  readonly kind: "http";
  readonly status: number;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Ends the connection after this share of the body (0 to 1), with the full `content-length` announced. */
  readonly cutAt?: number;
}
/** A raw event stream, whatever the request asked for. */
export interface EventsAnswer {
  readonly kind: "events";
  /** One `data:` line each: a string as it is, anything else as JSON. */
  readonly events: readonly unknown[];
  /** done: `[DONE]` and a clean end. close: a clean end without it. reset: the connection breaks. stall: silence, still open. */
  readonly end: "done" | "close" | "reset" | "stall";
}
/** The request is read and nothing ever answers. */
export interface SilenceAnswer {
  readonly kind: "silence";
}
/** The connection breaks before a byte of the answer. */
export interface ResetAnswer {
  readonly kind: "reset";
}
/** What the endpoint does with one request. A string is a message with that text. */
export type EndpointAnswer = string | MessageAnswer | HttpAnswer | EventsAnswer | SilenceAnswer | ResetAnswer;

export function message(text: string, more: Omit<MessageAnswer, "kind" | "text"> = {}): MessageAnswer {
  return { kind: "message", text, ...more };
}
export function calls(list: readonly EndpointCall[], more: Omit<MessageAnswer, "kind" | "calls"> = {}): MessageAnswer {
  return { kind: "message", calls: list, ...more };
}
/** An error as OpenAI words it: `{"error": {"message", "type", "code", "param"}}`. */
export function httpError(
  status: number,
  text: string,
  more: { readonly code?: string; readonly type?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): HttpAnswer {
  const error = { message: text, type: more.type ?? "invalid_request_error", code: more.code ?? null, param: null };
  return { kind: "http", status, body: { error }, ...(more.headers === undefined ? {} : { headers: more.headers }) };
}
/** Status 200 with a web page, as a login portal or a wrong URL answers. */
export function htmlPage(status = 200): HttpAnswer {
  return {
    kind: "http",
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: "<!doctype html><html><head><title>Welcome</title></head><body>It works!</body></html>",
  };
}
/** Status 200 with `choices: []`. */
export function noChoices(): HttpAnswer {
  return { kind: "http", status: 200, body: { id: "x", object: "chat.completion", choices: [] } };
}
/** A 200 whose JSON body stops in the middle. */
export function cutBody(text = "this text never arrives in full"): HttpAnswer {
  const choice = { index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" };
  return { kind: "http", status: 200, body: { id: "cut", object: "chat.completion", choices: [choice] }, cutAt: 0.6 };
}
/** A stream of these text fragments that then stops as `end` says, without a finish reason. */
export function brokenStream(fragments: readonly string[], end: EventsAnswer["end"]): EventsAnswer {
  return { kind: "events", end, events: fragments.map((content) => streamEvent({ content })) };
}
/** One event of a completion stream. */
export function streamEvent(delta: object, finishReason: string | null = null): object {
  const choice = { index: 0, delta, finish_reason: finishReason };
  return { id: "chatcmpl-raw", object: "chat.completion.chunk", created: 1, model: "test-model", choices: [choice] };
}
