/** An error body as OpenAI shapes it. */
export interface WireError {
  readonly message: string;
  readonly [key: string]: unknown;
}

/** Characters of an error text that are kept. */
const TEXT_LIMIT = 2_000;

/**
 * Brings every known shape of an error body into OpenAI's, because its client drops the text of any other:
 * `{error: {…}}`, `{error: "…"}`, `{message}` (vLLM), `{detail}` (FastAPI), a web page, plain text.
 */
export function readableError(text: string, pageTitle: string): WireError {
  const body = parsed(text);
  const error = field(body, "error") ?? body;
  if (typeof error === "string") return { message: cut(error) };
  const message = ["message", "detail", "msg", "error_msg"]
    .map((key) => field(error, key))
    .find((value) => value !== undefined);
  if (message !== undefined)
    return { ...(error as object), message: cut(typeof message === "string" ? message : JSON.stringify(message)) };
  if (body !== undefined) return { message: cut(JSON.stringify(body)) };
  if (/^\s*<(?:!doctype|html)/iu.test(text)) return { message: `a web page${pageTitle} instead of an API answer` };
  return { message: text.trim() === "" ? "no further text" : cut(text.trim()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
function field(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key] ?? undefined;
}
function cut(text: string): string {
  return text.length <= TEXT_LIMIT ? text : `${text.slice(0, TEXT_LIMIT)}…`;
}
