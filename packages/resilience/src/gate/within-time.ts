import type { Clock } from "../clock.js";

/**
 * Waits for `run` no longer than `ms` milliseconds (0: without limit), then rejects. What runs is not ended by this: a tool
 * bounds what it starts itself, and the agent's signal ends it with the agent.
 */
export async function withinTime<T>(run: () => Promise<T>, tool: string, ms: number, clock: Clock): Promise<T> {
  if (ms === 0) return run();
  let cancel = (): void => undefined;
  const late = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ms, () => {
      const error = new Error(`no result of ${tool} within ${Math.round(ms / 1000)} s`);
      error.name = "TimeoutError";
      reject(error);
    });
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    cancel();
  }
}
