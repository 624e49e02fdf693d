import { describe, expect, it } from "vitest";
import { AntlerError, errorText, isAntlerError } from "./antler-error.js";

const refused = new AntlerError({
  code: "ANTLER_TEST_REFUSED",
  message: "it was refused",
  hint: "Ask again.",
  plugin: "some-plugin",
  position: { file: "config.yaml", line: 3, column: 5 },
  cause: "why",
});

describe("an AntlerError", () => {
  it("names the plugin in its message and carries code, hint, position and cause", () => {
    expect(refused.message).toBe("[plugin some-plugin] it was refused");
    expect(refused).toMatchObject({
      name: "AntlerError",
      code: "ANTLER_TEST_REFUSED",
      hint: "Ask again.",
      cause: "why",
    });
    expect(refused.position).toEqual({ file: "config.yaml", line: 3, column: 5 });
  });

  it("has no cause when none was given", () => {
    expect("cause" in new AntlerError({ code: "ANTLER_TEST_REFUSED", message: "x" })).toBe(false);
  });

  it("is recognised with and without its code", () => {
    expect(isAntlerError(refused)).toBe(true);
    expect(isAntlerError(refused, "ANTLER_TEST_REFUSED")).toBe(true);
    expect(isAntlerError(refused, "ANTLER_TEST_OTHER")).toBe(false);
  });

  it("is recognised when another installed copy of the package made it", () => {
    const foreign = Object.assign(new Error("from elsewhere"), { code: "ANTLER_TEST_REFUSED" });
    expect(isAntlerError(foreign)).toBe(false);
    Object.defineProperty(foreign, Symbol.for("antler/error"), { value: true });
    expect(isAntlerError(foreign, "ANTLER_TEST_REFUSED")).toBe(true);
  });

  it("is not mistaken for other values", () => {
    for (const value of [null, undefined, "ANTLER_TEST_REFUSED", { code: "ANTLER_TEST_REFUSED" }, new Error("x")])
      expect(isAntlerError(value)).toBe(false);
  });
});

describe("errorText", () => {
  it("gives the message of an error, or its name when the message is empty", () => {
    expect(errorText(new TypeError("bad span"))).toBe("bad span");
    expect(errorText(new TypeError())).toBe("TypeError");
  });

  it("gives thrown strings as they are and other values as JSON", () => {
    expect(errorText("plain")).toBe("plain");
    expect(errorText({ status: 500 })).toBe('{"status":500}');
    expect(errorText(undefined)).toBe("undefined");
  });

  it("survives values that are no JSON", () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    expect(errorText(circular)).toBe("[object Object]");
    expect(errorText(10n)).toBe("10");
  });
});
