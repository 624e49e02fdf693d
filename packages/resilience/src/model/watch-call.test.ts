import { scriptedModel } from "@antler/testing";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { Clock } from "../clock.js";
import { watchCall } from "./watch-call.js";

/** A clock whose timers fire when the test says so. */
function handClock(): Clock & { readonly armed: () => readonly number[]; fire(): void } {
  const timers = new Map<() => void, number>();
  return {
    armed: () => [...timers.values()],
    fire: () => {
      for (const action of timers.keys()) action();
    },
    now: () => 0,
    wait: () => Promise.resolve(),
    after: (ms, action) => {
      timers.set(action, ms);
      return () => timers.delete(action);
    },
  };
}
const limits = { firstChunkMs: 600_000, stallMs: 2000 };

describe("watchCall", () => {
  it("ends a call that never answers, and aborts it", async () => {
    const clock = handClock();
    let started = (): void => undefined;
    const running = new Promise<void>((resolve) => {
      started = resolve;
    });
    const model = scriptedModel(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason as Error));
          started();
        }),
    );
    const watched = watchCall(model, limits, clock);
    const call = watched.model.invoke([new HumanMessage("hi")]);
    await running;
    expect(clock.armed()).toEqual([600_000]);
    clock.fire();
    await expect(call).rejects.toThrow();
    expect(watched.stall).toMatchObject({ code: "ANTLER_MODEL_STALLED", message: "the model sent nothing for 600 s" });
  });

  it("waits for the next chunk after each one, and for nothing once it has ended", async () => {
    const clock = handClock();
    const seen: (readonly number[])[] = [];
    const watched = watchCall(scriptedModel(["one two three"]), limits, clock);
    const callbacks = [{ awaitHandlers: true, handleLLMNewToken: () => void seen.push(clock.armed()) }];
    for await (const _ of await watched.model.stream([new HumanMessage("hi")], { callbacks }));
    expect(watched.streamed).toBe(true);
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.at(-1)).toEqual([2000]);
    watched.end();
    expect(clock.armed()).toEqual([]);
  });

  it("sets no timer for a chunk that comes after the end", async () => {
    const clock = handClock();
    const watched = watchCall(scriptedModel(["one two"]), limits, clock);
    watched.end();
    for await (const _ of await watched.model.stream([new HumanMessage("hi")]));
    expect(watched.streamed).toBe(true);
    expect(clock.armed()).toEqual([]);
  });

  it("sets no timer where the limit is 0", () => {
    const clock = handClock();
    watchCall(scriptedModel([]), { firstChunkMs: 0, stallMs: 0 }, clock);
    expect(clock.armed()).toEqual([]);
  });

  it("keeps what another middleware has bound to the model", async () => {
    const model = scriptedModel(["ok"]).bindTools([
      { type: "function", function: { name: "f", description: "", parameters: { type: "object" } } },
    ]);
    const watched = watchCall(model as never, limits, handClock());
    expect(await watched.model.invoke([new HumanMessage("hi")])).toMatchObject({ content: "ok" });
  });
});
