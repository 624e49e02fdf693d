import type { Clock } from "../clock.js";

/**
 * Waits for `run` no longer than `ms` milliseconds (0: without limit) and until the signal aborts, then rejects. What runs is
 * not ended by the limit: a tool bounds what it starts itself. After an abort nothing is waited for, so a tool that ignores the
 * signal leaves no timer behind.
 */
export async function withinTime<T>(
  run: () => Promise<T>,
  {
    tool,
    ms,
    clock,
    signal,
  }: { readonly tool: string; readonly ms: number; readonly clock: Clock; readonly signal: AbortSignal },
): Promise<T> {
  if (ms === 0) return run();
  let stop = (): void => undefined;
  const over = new Promise<never>((_resolve, reject) => {
    const cancel = clock.after(ms, () => {
      const error = new Error(`no result of ${tool} within ${Math.round(ms / 1000)} s`);
      error.name = "TimeoutError";
      reject(error);
    });
    const onAbort = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    stop = () => {
      cancel();
      signal.removeEventListener("abort", onAbort);
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([run(), over]);
  } finally {
    stop();
  }
}
