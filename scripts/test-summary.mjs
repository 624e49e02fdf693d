#!/usr/bin/env node
/**
 * Prints `N passed, N failed, N skipped` from the file that vitest's json reporter wrote. Exits 1 when a test failed,
 * a test file could not be run, or there is no such file; a file that could not be run counts as one failed.
 */
import { existsSync, readFileSync } from "node:fs";

const [file] = process.argv.slice(2);
const { passed, failed, skipped } =
  file !== undefined && existsSync(file) ? count(file) : { passed: 0, failed: 1, skipped: 0 };
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;

function count(path) {
  const results = JSON.parse(readFileSync(path, "utf8"));
  const broken = results.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken.length,
    skipped: results.numPendingTests + results.numTodoTests,
  };
}
