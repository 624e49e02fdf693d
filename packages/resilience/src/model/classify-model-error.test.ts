import { describe, expect, it } from "vitest";
import { classifyModelError, maxAttempts } from "./classify-model-error.js";

const failure = (message: string, facts: object = {}): Error => Object.assign(new Error(message), facts);
const classified = (error: unknown): readonly [boolean, string] => {
  const found = classifyModelError(error);
  return [found.retriable, found.reason];
};

describe("classifyModelError", () => {
  it("ERR-040: retries a rate limit", () => {
    const found = classifyModelError(failure("slow down", { status: 429 }));
    expect(found).toMatchObject({ retriable: true, reason: "transient", status: 429 });
    expect(maxAttempts(found, 3)).toBe(3);
  });

  it("ERR-041: retries server errors, timeouts and conflicts", () => {
    for (const status of [408, 409, 500, 502, 503, 504, 599])
      expect(classified(failure("x", { status }))).toEqual([true, "transient"]);
  });

  it("ERR-042: does not retry a bad key", () => {
    const found = classifyModelError(failure("Invalid API key", { status: 401 }));
    expect(found).toMatchObject({ retriable: false, reason: "auth" });
    expect(maxAttempts(found, 3)).toBe(1);
  });

  it("ERR-043: does not retry an exhausted quota, even as 429", () => {
    expect(classified(failure("You exceeded your current quota", { status: 429 }))).toEqual([false, "quota"]);
    expect(classified(failure("x", { status: 429, code: "insufficient_quota" }))).toEqual([false, "quota"]);
  });

  it("PRV-16: does not retry what the request itself is to blame for", () => {
    expect(classified(failure("no such model", { status: 404 }))).toEqual([false, "not_found"]);
    expect(classified(failure("bad schema", { status: 400 }))).toEqual([false, "bad_request"]);
    expect(classified(failure("This model's maximum context length is 8192 tokens", { status: 400 }))).toEqual([
      false,
      "context_overflow",
    ]);
    expect(classified(failure("refused by content_filter", { status: 400 }))).toEqual([false, "content_filter"]);
  });

  it("retries connections that break, however deep the cause lies", () => {
    const inner = failure("read ECONNRESET", { code: "ECONNRESET" });
    expect(classified(new Error("outer", { cause: new Error("middle", { cause: inner }) }))).toEqual([
      true,
      "transient",
    ]);
    expect(classified(failure("Connection error."))).toEqual([true, "transient"]);
  });

  it("knows clients' names for broken connections, and servers' words for being busy", () => {
    for (const name of ["APIConnectionError", "APITimeoutError", "RemoteProtocolError", "ReadError"])
      expect(classified(failure("x", { name }))).toEqual([true, "transient"]);
    for (const text of ["The server is busy", "Model overloaded, please try again", "当前负载较高，请稍后重试"])
      expect(classified(failure(text))).toEqual([true, "busy"]);
    expect(classified(failure("something else"))).toEqual([false, "generic"]);
  });

  it("PRV-08: retries an answer that cannot be read", () => {
    expect(classified(new TypeError("Cannot read properties of undefined (reading 'message')"))).toEqual([
      true,
      "malformed",
    ]);
    expect(classified(new SyntaxError("Unexpected token <"))).toEqual([true, "malformed"]);
  });

  it("does not retry after an abort, and survives a chain of causes that bites its tail", () => {
    expect(classified(failure("stopped", { name: "AbortError" }))).toEqual([false, "aborted"]);
    const snake = new Error("x");
    snake.cause = snake;
    expect(classified(snake)).toEqual([false, "generic"]);
  });

  it("reads what the provider asks to wait", () => {
    const headers = new Headers({ "retry-after": "2" });
    expect(classifyModelError(failure("x", { status: 429, headers })).retryAfterMs).toBe(2000);
    expect(classifyModelError(failure("x", { status: 429, headers: { "Retry-After-Ms": "150" } })).retryAfterMs).toBe(
      150,
    );
    expect(
      classifyModelError(failure("x", { status: 429, headers: { "retry-after": "soon" } })).retryAfterMs,
    ).toBeUndefined();
  });
});
