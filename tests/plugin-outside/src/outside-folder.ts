import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const EXAMPLE = fileURLToPath(new URL("../../../examples/plugin-outside", import.meta.url));

/** A folder far from the workspace with a copy of the example plugin in `glossary/`; gone after the test. */
export function outsideFolder(files: Readonly<Record<string, string>> = {}): string {
  const dir = mkdtempSync(join(tmpdir(), "antler-outside-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  cpSync(EXAMPLE, join(dir, "glossary"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  return dir;
}
