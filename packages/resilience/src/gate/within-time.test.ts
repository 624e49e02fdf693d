import { expect, it } from "vitest";
import type { Clock } from "../clock.js";
import { withinTime } from "./within-time.js";

it("gives up at the abort a tool that ignores it, and leaves no timer and no listener", async () => {
  const timers = new Set<() => void>();
  const clock: Clock = {
    now: () => 0,
    wait: () => Promise.resolve(),
    after: (_ms, action) => {
      timers.add(action);
      return () => timers.delete(action);
    },
  };
  const abort = new AbortController();
  const never = withinTime(() => new Promise<string>(() => undefined), {
    tool: "deaf",
    ms: 1000,
    clock,
    signal: abort.signal,
  });
  expect(timers.size).toBe(1);
  abort.abort(new Error("cancelled"));
  await expect(never).rejects.toThrow("cancelled");
  expect(timers.size).toBe(0);
});
