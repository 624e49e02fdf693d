import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Awaitable } from "@antler/plugin-api";
import { type EndpointAnswer, httpError } from "./answer.js";
import type { EndpointIds } from "./completion.js";
import { sendAnswer } from "./send-answer.js";
import { messagesFault } from "./strict-messages.js";

/** A request to `/chat/completions`, as it came. */
export interface EndpointRequest {
  /** From 0, over the endpoint's life. */
  readonly index: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: ChatRequestBody;
  /** `performance.now()` on arrival, milliseconds. */
  readonly time: number;
  /** Resolves true when the client left before the answer was complete, false when it took all of it. */
  readonly abandoned: Promise<boolean>;
}
export interface ChatRequestBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly messages: readonly { readonly role: string; readonly content?: unknown; readonly [key: string]: unknown }[];
  readonly tools?: readonly {
    readonly type: string;
    readonly function: { readonly name: string; readonly [key: string]: unknown };
  }[];
  readonly [key: string]: unknown;
}
export type EndpointScript = (request: EndpointRequest) => Awaitable<EndpointAnswer>;
export interface OpenAiEndpointOptions {
  /** Only this key is accepted (401 otherwise). Absent: any, or none. */
  readonly apiKey?: string;
  /** What `GET /models` lists; another model is answered with 404. Absent: lists `test-model`, accepts any. */
  readonly models?: readonly string[];
  /** Refuses what the strictest providers refuse, with 400 (see `messagesFault`). */
  readonly strict?: boolean;
}
export interface OpenAiEndpoint extends AsyncDisposable {
  /** The `base_url`: `http://127.0.0.1:PORT/v1`. */
  readonly url: string;
  /** Completion requests so far, refused ones included. */
  readonly requests: readonly EndpointRequest[];
  /** Resolves when the endpoint has got `count` requests in all. */
  received(count: number): Promise<void>;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * A real HTTP server on a free port of 127.0.0.1 that speaks the chat-completions protocol and misbehaves as told.
 * A list is played in order; a request beyond its end is answered with 500.
 */
export async function openAiEndpoint(
  script: EndpointScript | readonly EndpointAnswer[],
  options: OpenAiEndpointOptions = {},
): Promise<OpenAiEndpoint> {
  const play = typeof script === "function" ? script : playInOrder(script);
  const requests: EndpointRequest[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const ids = freshIds();

  const complete = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await textOf(incoming)) as ChatRequestBody;
    const abandoned = new Promise<boolean>((resolve) =>
      response.once("close", () => resolve(!response.writableFinished)),
    );
    const request = { index: requests.length, headers: incoming.headers, body, time: performance.now(), abandoned };
    requests.push(request);
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    await sendAnswer(refusal(request, options) ?? (await play(request)), body, response, ids);
  };
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
    const work =
      path === "/v1/chat/completions" && incoming.method === "POST"
        ? complete(incoming, response)
        : sendOther(path, incoming, response, ids, options);
    work.catch((error: unknown) =>
      sendAnswer(httpError(500, `the test endpoint failed: ${String(error)}`), { messages: [] }, response, ids),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function playInOrder(answers: readonly EndpointAnswer[]): EndpointScript {
  return ({ index }) =>
    answers[index] ?? httpError(500, `the test endpoint has ${answers.length} answers, this is request ${index + 1}`);
}

function refusal(request: EndpointRequest, options: OpenAiEndpointOptions): EndpointAnswer | undefined {
  const { model, messages } = request.body;
  if (!keyIsRight(request.headers, options)) return wrongKey();
  if (options.models !== undefined && !options.models.includes(model ?? ""))
    return httpError(404, `The model \`${model}\` does not exist or you do not have access to it.`, {
      code: "model_not_found",
    });
  const fault = options.strict === true ? messagesFault(messages) : undefined;
  return fault === undefined ? undefined : httpError(400, fault);
}

async function sendOther(
  path: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  ids: EndpointIds,
  options: OpenAiEndpointOptions,
): Promise<void> {
  const data = (options.models ?? ["test-model"]).map((id) => ({ id, object: "model", created: 1, owned_by: "test" }));
  const answer: EndpointAnswer =
    path !== "/v1/models"
      ? { kind: "http", status: 404, body: { detail: "Not Found" } }
      : keyIsRight(incoming.headers, options)
        ? { kind: "http", status: 200, body: { object: "list", data } }
        : wrongKey();
  await sendAnswer(answer, { messages: [] }, response, ids);
}

function keyIsRight(headers: IncomingMessage["headers"], options: OpenAiEndpointOptions): boolean {
  return options.apiKey === undefined || headers.authorization === `Bearer ${options.apiKey}`;
}
function wrongKey(): EndpointAnswer {
  return httpError(401, "Incorrect API key provided.", { code: "invalid_api_key" });
}

function freshIds(): EndpointIds {
  let completions = 0;
  let lastCall = 0;
  return { completion: () => `chatcmpl-${++completions}`, call: () => `call_${++lastCall}` };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
