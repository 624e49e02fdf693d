import type { ServerResponse } from "node:http";
import type { EndpointAnswer, EventsAnswer, HttpAnswer } from "./answer.js";
import { completionBody, completionEvents, type EndpointIds } from "./completion.js";
import type { ChatRequestBody } from "./open-ai-endpoint.js";

/** Writes one answer, or stays silent where the answer is to be silent. */
export async function sendAnswer(
  answer: EndpointAnswer,
  request: ChatRequestBody,
  response: ServerResponse,
  ids: EndpointIds,
): Promise<void> {
  if (typeof answer === "string") return sendAnswer({ kind: "message", text: answer }, request, response, ids);
  if (answer.kind === "http") return sendHttp(answer, response);
  if (answer.kind === "events") return sendEvents(answer, response);
  if (answer.kind === "silence") return;
  if (answer.kind === "reset") {
    response.destroy();
    return;
  }
  const model = request.model ?? "test-model";
  if (request.stream !== true)
    return sendHttp({ kind: "http", status: 200, body: completionBody(answer, model, ids) }, response);
  const { include_usage: withUsage } = request.stream_options ?? {};
  return sendEvents(
    { kind: "events", end: "done", events: completionEvents(answer, model, ids, withUsage === true) },
    response,
  );
}

async function sendHttp(answer: HttpAnswer, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? null));
  response.writeHead(answer.status, {
    "content-type": "application/json",
    ...answer.headers,
    "content-length": String(bytes.length),
  });
  if (answer.cutAt === undefined) {
    response.end(bytes);
    return;
  }
  await written(response, bytes.subarray(0, Math.floor(bytes.length * answer.cutAt)));
  response.destroy();
}

async function sendEvents(answer: EventsAnswer, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const event of answer.events)
    await written(response, `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  if (answer.end === "done") response.end("data: [DONE]\n\n");
  if (answer.end === "close") response.end();
  if (answer.end === "reset") response.destroy();
}

function written(response: ServerResponse, data: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => response.write(data, () => resolve()));
}
