import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Set while a run of the tests has a folder, so that its projects share one. */
const MARK = "ANTLER_TESTS_TMPDIR";

/**
 * Tests make many temporary folders, in this process, its workers and the commands they start. All of them go into one, which goes
 * with the run. Every user may look into it, because sandboxes run their commands as another one.
 */
export function setup(): void {
  if (process.env[MARK] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), "antler-tests-"));
  chmodSync(folder, 0o755);
  process.env[MARK] = folder;
  process.env["TMPDIR"] = folder;
}

export function teardown(): void {
  const folder = process.env[MARK];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
