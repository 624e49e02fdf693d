import { AntlerError } from "@antler/plugin-api";
import { readableError } from "./readable-error.js";
import { silenceLimit } from "./silence-limit.js";

export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Bytes of an error body that are read; an explanation is never longer. */
const ERROR_BODY_LIMIT = 65_536;

/**
 * The client's fetch, with what it leaves out: silence is bounded also after the first byte, an error body is readable
 * whatever its shape, and a web page or a whole answer in place of a stream is named as such.
 * Throws ANTLER_OPENAI_STALLED, ANTLER_OPENAI_WEB_PAGE and ANTLER_OPENAI_NO_STREAM.
 */
export function guardedFetch(timeoutMs: number, fetchIt: Fetch = fetch): Fetch {
  return async (input, init = {}) => {
    const limit = silenceLimit(timeoutMs, init.signal ?? undefined);
    const response = await limit.watch(() => fetchIt(input, { ...init, signal: limit.signal }));
    const type = response.headers.get("content-type") ?? "";
    if (!response.ok) return errorResponse(response, await limit.watch(() => textOf(response)));
    if (type.includes("text/html"))
      throw new AntlerError({
        code: "ANTLER_OPENAI_WEB_PAGE",
        message: `the endpoint answered with a web page${titleOf(await limit.watch(() => textOf(response)))}`,
        hint: "Check `base_url`: it must be the address of the API (often it ends in /v1), not of a website or a login page.",
      });
    if (type.includes("application/json") && wantsStream(init.body)) {
      const text = await limit.watch(() => textOf(response));
      if (errorOf(text) !== undefined) return errorResponse(new Response(null, { status: 502 }), text);
      throw new AntlerError({
        code: "ANTLER_OPENAI_NO_STREAM",
        message: "the endpoint answered in one piece although a stream was asked for",
        hint: "Set `streaming: false` for this model.",
      });
    }
    return response.body === null ? response : new Response(limit.watchBody(response.body), response);
  };
}

function wantsStream(body: unknown): boolean {
  return typeof body === "string" && /"stream":\s*true/u.test(body);
}

function errorResponse(response: Response, text: string): Response {
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  headers.delete("content-encoding");
  headers.set("content-type", "application/json");
  return new Response(JSON.stringify({ error: readableError(text, titleOf(text)) }), {
    status: response.status,
    headers,
  });
}

function errorOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { error?: unknown } | null)?.error ?? undefined;
  } catch {
    return undefined;
  }
}

/** The title of a web page, as ` titled "…"`; empty for anything else. */
function titleOf(text: string): string {
  const title = /<title[^>]*>([^<]{1,80})/iu.exec(text)?.[1]?.trim();
  return title === undefined || title === "" ? "" : ` titled ${JSON.stringify(title)}`;
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.length > ERROR_BODY_LIMIT) break;
  }
  return text;
}
