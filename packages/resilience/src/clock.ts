import { setTimeout as sleep } from "node:timers/promises";

/** Time, as the middlewares see it; tests hand in their own. */
export interface Clock {
  /** Milliseconds that never run backwards. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects at once when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `action` after `ms` milliseconds, unless the returned function was called before. */
  after(ms: number, action: () => void): () => void;
}

/** Timers of Node cannot wait longer than this; beyond it they fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  wait: async (ms, signal) => {
    await sleep(Math.min(ms, MAX_TIMER_MS), undefined, { signal });
  },
  after: (ms, action) => {
    const timer = setTimeout(action, Math.min(ms, MAX_TIMER_MS));
    return () => clearTimeout(timer);
  },
};
