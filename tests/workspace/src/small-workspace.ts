import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

/** Writes files into a folder that is gone after the test; objects become JSON. */
export function smallWorkspace(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), "antler-workspace-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ "package.json": { workspaces: ["packages/*"] }, ...files })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return root;
}

export interface ScriptResult {
  readonly code: number | null;
  /** The lines of stderr, where the scripts print problems. */
  readonly problems: readonly string[];
  readonly stdout: string;
}

/** Runs a script of `scripts/` with its arguments. */
export function runScript(name: string, ...args: readonly string[]): ScriptResult {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, "scripts", name), ...args], {
    encoding: "utf8",
  });
  return { code: status, problems: stderr.split("\n").filter((line) => line !== ""), stdout: stdout.trim() };
}
