import { setTimeout as wait } from "node:timers/promises";

/** Longest wait for one retry, milliseconds: as long as the OpenAI client waits at most. */
const LONGEST_WAIT = 60_000;
const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8_000;

/**
 * Repeats what is worth repeating: 408, 409, 429 (not an exhausted quota), 5xx and broken connections. Waits as Retry-After
 * says, up to a minute, else exponentially with jitter. The signal ends a wait at once.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  maxRetries: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await call();
    } catch (error) {
      if (retry >= maxRetries || signal?.aborted === true || !isTransient(error)) throw error;
      await wait(waitBefore(retry, error), undefined, signal === undefined ? {} : { signal });
    }
  }
}

function isTransient(error: unknown): boolean {
  const { status, code, name } = error as { status?: unknown; code?: unknown; name?: unknown };
  if (name === "AbortError" || code === "insufficient_quota") return false;
  if (typeof status === "number") return status === 408 || status === 409 || status === 429 || status >= 500;
  return code === "ANTLER_OPENAI_STALLED" || code === "ANTLER_OPENAI_NO_CHOICES" || isBrokenConnection(error);
}
function isBrokenConnection(error: unknown): boolean {
  return error instanceof Error && error.constructor.name.startsWith("APIConnection");
}

function waitBefore(retry: number, error: unknown): number {
  const headers = (error as { headers?: unknown }).headers;
  const asked = headers instanceof Headers ? askedWait(headers) : undefined;
  if (asked !== undefined) return Math.min(Math.max(asked, 0), LONGEST_WAIT);
  return Math.min(FIRST_WAIT * 2 ** retry, LONGEST_BACKOFF) * (0.75 + Math.random() / 4);
}
function askedWait(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get("retry-after-ms") ?? "");
  if (Number.isFinite(ms)) return ms;
  const after = headers.get("retry-after");
  if (after === null) return undefined;
  const seconds = Number(after);
  if (Number.isFinite(seconds)) return seconds * 1000;
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : date - Date.now();
}
