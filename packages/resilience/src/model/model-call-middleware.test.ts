import { isAntlerError, type ModelCatalog } from "@antler/plugin-api";
import { contextFixture, type Script, scriptedModel } from "@antler/testing";
import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import type { Clock } from "../clock.js";
import { modelCallMiddleware } from "./model-call-middleware.js";
import { DEFAULT_MODEL_CALL_SETTINGS, type ModelCallSettings } from "./model-call-settings.js";

/** A clock that jumps over every wait and keeps what was waited for. */
function jumpingClock(): Clock & { readonly waits: number[] } {
  let time = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    wait: async (ms) => {
      waits.push(ms);
      time += ms;
    },
    after: () => () => undefined,
  };
}

const down = (facts: object = { status: 503 }): never => {
  throw Object.assign(new Error("down"), facts);
};

function start(script: Script, changes: Partial<ModelCallSettings> = {}, spare?: Script, signal?: AbortSignal) {
  const clock = jumpingClock();
  const context = contextFixture(signal === undefined ? {} : { signal });
  const model = scriptedModel(script);
  const spareModel = scriptedModel(spare ?? (() => down()));
  const catalog: ModelCatalog = {
    name: "models",
    names: () => ["main", "spare"],
    entry: (name) => ({ name, use: "fake", base_url: "https://api.example.com/v1" }),
    get: async () => spareModel,
    check: () => [],
    probe: () => undefined,
    explain: () => undefined,
  };
  const settings = { ...DEFAULT_MODEL_CALL_SETTINGS, ...changes };
  const { wrapModelCall } = modelCallMiddleware(settings, { context, catalog, clock, random: () => 0 });
  const call = () =>
    wrapModelCall?.(
      { model, messages: [], tools: [] } as never,
      ((request: { model: typeof model }) => request.model.invoke([new HumanMessage("hi")])) as never,
    );
  return { call: async () => call(), clock, context, model, spareModel };
}
const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("modelCallMiddleware", () => {
  it("ERR-046: repeats what is worth repeating, with a wait that doubles, and tells each time", async () => {
    const { call, clock, context } = start(({ call: count }) => (count < 2 ? down() : "up again"));
    expect(await call()).toMatchObject({ content: "up again" });
    expect(clock.waits).toEqual([1000, 2000]);
    expect(context.emitted).toMatchObject([
      { type: "llm_retry", model: "main", attempt: 1, max_attempts: 3, wait_ms: 1000, reason: "transient" },
      { type: "llm_retry", attempt: 2, wait_ms: 2000 },
    ]);
  });

  it("gives up after max_attempts with host, status and next step", async () => {
    const { call, model } = start(() => down());
    const failure = await failureOf(call());
    expect(isAntlerError(failure, "ANTLER_MODEL_FAILED") && [failure.message, failure.hint]).toEqual([
      'model "main" at api.example.com failed after 3 attempts with status 503: down',
      expect.stringMatching(/try again/),
    ]);
    expect(model.requests).toHaveLength(3);
  });

  it("starts no attempt after max_total_seconds", async () => {
    const { call, clock, model } = start(() => down(), { maxAttempts: 100, maxTotalMs: 20_000 });
    await failureOf(call());
    expect(clock.now()).toBeLessThanOrEqual(20_000);
    expect(model.requests.length).toBeLessThan(100);
  });

  it("bounds what Retry-After asks for", async () => {
    const headers = { "retry-after": "99999" };
    const { call, clock } = start(({ call: count }) => (count === 0 ? down({ status: 429, headers }) : "ok"));
    await call();
    expect(clock.waits).toEqual([60_000]);
  });

  it("asks each fallback model with attempts of its own, and none after a content filter", async () => {
    const settings = { fallbackModels: ["main", "spare"], maxAttempts: 2 };
    const filled = start(
      () => down(),
      settings,
      ({ call: count }) => (count === 0 ? down() : "from spare"),
    );
    expect(await filled.call()).toMatchObject({ content: "from spare" });
    expect(filled.model.requests).toHaveLength(2);
    const filtered = start(
      () => down({ status: 400, code: "content_filter" }),
      settings,
      () => "never asked",
    );
    expect(isAntlerError(await failureOf(filtered.call()), "ANTLER_MODEL_FAILED")).toBe(true);
    expect(filtered.spareModel.requests).toHaveLength(0);
  });

  it("throws faults of the program as they are, at once", async () => {
    const { call, model } = start(() => {
      throw new RangeError("a bug");
    });
    expect(await failureOf(call())).toMatchObject({ name: "RangeError", message: "a bug" });
    expect(model.requests).toHaveLength(1);
  });

  it("does not repeat a call of an agent that was aborted", async () => {
    const stop = new AbortController();
    const { call, model } = start(
      () => {
        stop.abort();
        return down();
      },
      {},
      undefined,
      stop.signal,
    );
    expect(await failureOf(call())).toMatchObject({ message: "down" });
    expect(model.requests).toHaveLength(1);
  });
});
