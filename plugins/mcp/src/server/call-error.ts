import { errorText } from "@antler/plugin-api";

/** JSON-RPC codes of the SDK for a connection that closed, and for a request without an answer in time. */
const CONNECTION_CLOSED = -32_000;
const REQUEST_TIMEOUT = -32_001;

/** What Node says when the program at the other end of a pipe is gone. */
const PIPE_CODES: readonly unknown[] = ["EPIPE", "ERR_STREAM_DESTROYED", "ERR_STREAM_WRITE_AFTER_END"];

/** The call never reached the server, because its process had just ended: it may be sent again. */
export function isUnsent(error: unknown): boolean {
  return PIPE_CODES.includes(codeOf(error));
}

export function unsentError(): Error {
  return Object.assign(new Error("the server has ended"), { code: "EPIPE" });
}

/** The server does not know the session (it was restarted), so it has not looked at the call: it may be sent again. */
export function isSessionUnknown(error: unknown): boolean {
  const code = codeOf(error);
  return error instanceof Error && error.constructor.name === "StreamableHTTPError" && (code === 404 || code === 400);
}

export function isConnectionClosed(error: unknown): boolean {
  return codeOf(error) === CONNECTION_CLOSED;
}

/** What a failed call means, for the model: what happened, and what to do next. */
export function callErrorText(error: unknown, server: string, timeoutMs: number): string {
  if (codeOf(error) === REQUEST_TIMEOUT)
    return `server "${server}" did not answer within ${timeoutMs / 1_000} seconds and was told to stop. Try a smaller step, or go on without it.`;
  if (isConnectionClosed(error))
    return `server "${server}" ended during this call, and whether the call had an effect is unknown. It is started again with the next call.`;
  return failureText(error);
}

/** Why something failed, with the causes that `fetch` hides. Bodies of refusals are cut to 300 characters. */
export function failureText(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? `: ${errorText(error.cause)}` : "";
  const code = codeOf(error);
  const status = typeof code === "number" && code >= 100 && code < 600 ? `HTTP ${code}: ` : "";
  return `${status}${errorText(error)}${cause}`.slice(0, 300);
}

function codeOf(error: unknown): unknown {
  return typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
}
