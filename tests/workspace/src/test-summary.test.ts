import { join } from "node:path";
import { expect, it } from "vitest";
import { runScript, smallWorkspace } from "./small-workspace.js";

const summary = (results: object): ReturnType<typeof runScript> =>
  runScript("test-summary.mjs", join(smallWorkspace({ "results.json": results }), "results.json"));

const results = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, testResults: [] };

it("counts passed, failed and skipped tests", () => {
  expect(summary(results)).toEqual({ code: 0, problems: [], stdout: "5 passed, 0 failed, 3 skipped" });
  expect(summary({ ...results, numFailedTests: 2 })).toMatchObject({
    code: 1,
    stdout: "5 passed, 2 failed, 3 skipped",
  });
});

it("counts a test file that could not be run as one failed", () => {
  const testResults = [{ status: "failed", assertionResults: [] }];
  expect(summary({ ...results, testResults })).toMatchObject({ code: 1, stdout: "5 passed, 1 failed, 3 skipped" });
});

it("counts missing results as one failed", () => {
  expect(runScript("test-summary.mjs", "/nowhere.json")).toMatchObject({
    code: 1,
    stdout: "0 passed, 1 failed, 0 skipped",
  });
});
