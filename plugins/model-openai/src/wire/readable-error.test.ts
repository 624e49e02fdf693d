import { describe, expect, it } from "vitest";
import { readableError } from "./readable-error.js";

describe("readableError", () => {
  it.each([
    ['{"error": {"message": "m", "code": "c"}}', { message: "m", code: "c" }],
    ['{"error": "m"}', { message: "m" }],
    ['{"object": "error", "message": "m", "code": 400}', { message: "m", code: 400 }],
    ['{"detail": "m"}', { message: "m" }],
    ['{"detail": [{"loc": ["body"]}]}', { message: '[{"loc":["body"]}]' }],
    ['{"oops": 1}', { message: '{"oops":1}' }],
    ["<html><title>x</title></html>", { message: "a web page T instead of an API answer" }],
    ["plain words", { message: "plain words" }],
    ["", { message: "no further text" }],
    ["null", { message: "null" }],
  ])("reads %j", (text, expected) => {
    expect(readableError(text, " T")).toMatchObject(expected);
  });

  it("keeps a text that has no end short", () => {
    expect(readableError("x".repeat(9_000), "").message).toHaveLength(2_001);
  });
});
