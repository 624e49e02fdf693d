import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { backoffMs } from "./backoff.js";
import { retryAfterMs } from "./retry-after.js";

const settings = { baseDelayMs: 1000, maxDelayMs: 8000, maxRetryAfterMs: 60_000 };

describe("backoffMs", () => {
  it("doubles up to its bound, less up to a quarter", () => {
    expect([1, 2, 3, 4, 5, 50].map((attempt) => backoffMs(attempt, undefined, settings, () => 0))).toEqual([
      1000, 2000, 4000, 8000, 8000, 8000,
    ]);
    expect(backoffMs(1, undefined, settings, () => 0.999)).toBeGreaterThanOrEqual(750);
  });

  it("ERR-048: waits exactly what the provider asks, within the bound", () => {
    expect(backoffMs(1, 2000, settings, () => 0.5)).toBe(2000);
    expect(backoffMs(1, 9_999_000, settings, () => 0.5)).toBe(60_000);
  });
});

describe("retryAfterMs", () => {
  const read = (headers: Record<string, string>) => retryAfterMs((name) => headers[name], Date.UTC(2026, 0, 1));

  it("reads milliseconds, seconds and dates", () => {
    expect(read({ "retry-after-ms": "150", "retry-after": "9" })).toBe(150);
    expect(read({ "retry-after": "1.5" })).toBe(1500);
    expect(read({ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" })).toBe(30_000);
    expect(read({ "retry-after": "Thu, 01 Jan 2020 00:00:30 GMT" })).toBe(0);
  });

  it("ignores anything else", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const value = read({ "retry-after": text });
        if (value !== undefined) expect(value).toBeGreaterThanOrEqual(0);
      }),
    );
    expect(read({ "retry-after": "-5" })).toBeUndefined();
    expect(read({ "retry-after": "soon" })).toBeUndefined();
    expect(read({})).toBeUndefined();
  });
});
