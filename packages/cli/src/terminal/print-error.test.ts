import { PassThrough } from "node:stream";
import { AntlerError } from "@antler/plugin-api";
import { expect, it } from "vitest";
import type { Io } from "./io.js";
import { errorFacts, printError } from "./print-error.js";

function printed(error: unknown, options = {}): string {
  const stderr = new PassThrough();
  const io: Io = {
    stdout: new PassThrough(),
    stderr,
    stdin: new PassThrough(),
    env: {},
    cwd: "/w",
    onInterrupt: () => () => {},
    exit: () => {},
  };
  printError(io, error, options);
  return String(stderr.read());
}
const error = new AntlerError({
  code: "ANTLER_TEST_BAD",
  message: 'no model is named "mian"',
  hint: 'Did you mean "main"?',
  position: { file: "/w/sub/config.yaml", line: 3, column: 11 },
});

it("says what, where, what to do and the code, and shows no stack", () => {
  expect(printed(error)).toBe(
    'error: no model is named "mian"\n  at sub/config.yaml:3:11\n  fix: Did you mean "main"?\n  code: ANTLER_TEST_BAD\n',
  );
});

it("shows the stack and the causes with --verbose", () => {
  const text = printed(new Error("outer", { cause: new Error("inner") }), { verbose: true });
  expect(text).toMatch(/outer\n {4}at .*caused by: Error: inner/s);
});

it("tells how to see the stack of an error that nobody foresaw", () => {
  expect(printed(new TypeError("x is not a function"))).toBe(
    "error: x is not a function\n  Run it again with --verbose for the stack trace.\n",
  );
});

it("prints the first problems of a config error with their places and counts the rest", () => {
  const problems = Array.from({ length: 10 }, (_, index) => ({
    severity: "error",
    code: "ANTLER_TEST_BAD",
    message: `problem ${index}`,
    position: { file: "/w/config.yaml", line: index + 1, column: 1 },
  }));
  const text = printed(
    Object.assign(new AntlerError({ code: "ANTLER_TEST_BAD", message: "10 problems" }), { problems }),
  );
  expect(text).toContain("  config.yaml:1:1: problem 0 (ANTLER_TEST_BAD)\n");
  expect(text).toContain("  and 2 more\n");
});

it("takes escape sequences out of messages", () => {
  expect(printed(new AntlerError({ code: "ANTLER_TEST_BAD", message: "a\u001b[2Jb" }))).toContain("error: ab\n");
});

it("gives the same facts as data", () => {
  expect(errorFacts(error)).toEqual({
    code: "ANTLER_TEST_BAD",
    message: 'no model is named "mian"',
    hint: 'Did you mean "main"?',
    file: "/w/sub/config.yaml",
    line: 3,
    column: 11,
  });
  expect(errorFacts("thrown text")).toMatchObject({ code: null, message: "thrown text", hint: null });
});
