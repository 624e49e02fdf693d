import { AntlerError } from "@antler/plugin-api";
import { readableError } from "./readable-error.js";
import { type SilenceLimit, silenceLimit } from "./silence-limit.js";
import { untilDone } from "./until-done.js";
import { eventsOfCompletion } from "./whole-answer.js";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Bytes of an error body that are read; an explanation is never longer. */
const ERROR_BODY_LIMIT = 65_536;
/** Characters of an answer in another form; far more than any model says. */
const ANSWER_LIMIT = 50_000_000;
/** What a gateway would have answered. */
const BAD_GATEWAY = 502;

/**
 * The client's fetch, with what it leaves out: silence is bounded also after the first byte, an error body is readable
 * whatever its shape, a web page is named as such, and a whole answer is brought into the form that was asked for.
 * Throws ANTLER_OPENAI_STALLED and ANTLER_OPENAI_WEB_PAGE.
 */
export function guardedFetch(timeoutMs: number, fetchIt: Fetch = fetch): Fetch {
  return async (input, init = {}) => {
    const limit = silenceLimit(timeoutMs, init.signal ?? undefined);
    const response = await limit.watch(() => fetchIt(input, { ...init, signal: limit.signal }));
    if (!response.ok)
      return errorResponse(response.status, response.headers, await textOf(response, limit, ERROR_BODY_LIMIT));
    const streaming = typeof init.body === "string" && /"stream":\s*true/u.test(init.body);
    const ended = streaming ? untilDone : (body: ReadableStream<Uint8Array>) => body;
    if ((response.headers.get("content-type") ?? "").includes(streaming ? "text/event-stream" : "application/json"))
      return response.body === null ? response : new Response(ended(limit.watchBody(response.body)), response);
    return otherForm(await textOf(response, limit, ANSWER_LIMIT), streaming);
  };
}

/** An answer that does not call itself what was asked for: seen by its text. */
function otherForm(text: string, streaming: boolean): Response {
  if (/^\s*</u.test(text)) throw webPage(text);
  if (!/^\s*\{/u.test(text))
    return new Response(text, { headers: { "content-type": streaming ? "text/event-stream" : "text/plain" } });
  const answer = JSON.parse(text) as object;
  if (!streaming) return Response.json(answer);
  if ("error" in answer && answer.error) return errorResponse(BAD_GATEWAY, new Headers(), text);
  return new Response(eventsOfCompletion(answer), { headers: { "content-type": "text/event-stream" } });
}

function webPage(text: string): AntlerError {
  return new AntlerError({
    code: "ANTLER_OPENAI_WEB_PAGE",
    message: `the endpoint answered with a web page${titleOf(text)}`,
    hint: "Check `base_url`: it must be the address of the API (often it ends in /v1), not of a website or a login page.",
  });
}

function errorResponse(status: number, received: Headers, text: string): Response {
  const headers = new Headers(received);
  for (const name of ["content-length", "content-encoding", "transfer-encoding"]) headers.delete(name);
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify({ error: readableError(text, titleOf(text)) }), { status, headers });
}

/** The title of a web page, as ` titled "…"`; empty for anything else. */
function titleOf(text: string): string {
  const title = /<title[^<>]{0,200}>([^<]{1,80})/iu.exec(text)?.[1]?.trim();
  return title === undefined || title === "" ? "" : ` titled ${JSON.stringify(title)}`;
}

async function textOf(response: Response, limit: SilenceLimit, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body === null ? [] : limit.watchBody(response.body)) {
    text += decoder.decode(part, { stream: true });
    if (text.length > most) break;
  }
  return text;
}
