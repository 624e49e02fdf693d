import { MiddlewareError } from "langchain";
import { describe, expect, it } from "vitest";
import { AntlerError, isAntlerError } from "./antler-error.js";
import { rootCause } from "./root-cause.js";

describe("rootCause", () => {
  it("finds what was thrown through any number of langchain's wrappers", () => {
    const error = new AntlerError({ code: "ANTLER_SANDBOX", message: "no room" });
    const wrapped = MiddlewareError.wrap(MiddlewareError.wrap(error, "inner"), "outer");
    expect(isAntlerError(wrapped)).toBe(false);
    expect(rootCause(wrapped)).toBe(error);
  });

  it("leaves every other error, and its cause, alone", () => {
    const error = new Error("outer", { cause: new Error("inner") });
    expect(rootCause(error)).toBe(error);
    expect(rootCause("text")).toBe("text");
  });
});
