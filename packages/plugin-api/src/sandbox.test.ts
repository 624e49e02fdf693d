import { expect, it } from "vitest";
import { AntlerError, isAntlerError } from "./antler-error.js";
import { isSandboxError, SandboxError } from "./sandbox.js";

it("tells sandbox errors apart by their reason", () => {
  const error = new SandboxError("conflict", "a.md has changed", { hint: "Read it again." });
  expect(isSandboxError(error)).toBe(true);
  expect(isSandboxError(error, "conflict")).toBe(true);
  expect(isSandboxError(error, "not_found")).toBe(false);
  expect(isAntlerError(error, "ANTLER_SANDBOX") && error.hint).toBe("Read it again.");
  expect(isSandboxError(new AntlerError({ code: "ANTLER_TEST_OTHER", message: "x" }))).toBe(false);
});
