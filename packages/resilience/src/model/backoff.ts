export interface BackoffSettings {
  /** The wait after the first failure, in milliseconds; doubled after each further one. */
  readonly baseDelayMs: number;
  /** No computed wait is longer, in milliseconds. */
  readonly maxDelayMs: number;
  /** No wait that a provider asks for is honoured beyond this, in milliseconds. */
  readonly maxRetryAfterMs: number;
}

/**
 * Milliseconds to wait after the failure of `attempt` (from 1). What the provider asks for is kept exactly, within its bound;
 * else the wait doubles each time and is cut by up to a quarter at random, so that parallel agents do not come back together.
 */
export function backoffMs(
  attempt: number,
  asked: number | undefined,
  settings: BackoffSettings,
  random: () => number,
): number {
  if (asked !== undefined) return Math.min(Math.ceil(asked), settings.maxRetryAfterMs);
  const full = Math.min(settings.baseDelayMs * 2 ** (attempt - 1), settings.maxDelayMs);
  return Math.round(full * (1 - random() / 4));
}
