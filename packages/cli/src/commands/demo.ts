import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { AntlerError } from "@antler/plugin-api";
import type { ExitCode } from "../exit-code.js";
import type { Io } from "../terminal/io.js";
import { showFile } from "../terminal/print-error.js";
import { run } from "./run.js";

export interface DemoFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

const QUESTION = "Find every place that still uses `legacyFetch` in this repository, and say how to migrate each.";

/** `antler demo`: the question over a copy of the sample repository, which so stays as it is. */
export async function demo(io: Io, flags: DemoFlags): Promise<ExitCode> {
  const root = demoRoot();
  const workspace = mkdtempSync(join(tmpdir(), "antler-demo-"));
  cpSync(join(root, SAMPLE), workspace, { recursive: true });
  if (flags.json !== true && flags.quiet !== true)
    io.stderr.write(`the question: ${QUESTION}\nthe workspace: ${workspace}\n\n`);
  const thread = `demo-${randomUUID().slice(0, 8)}`;
  const code = await run(io, QUESTION, { ...flags, config: join(root, "config.yaml"), workspace, thread });
  const report = join(root, ".antler", "threads", thread, "user-data", "outputs", "report.md");
  if (flags.json !== true && flags.quiet !== true && existsSync(report))
    io.stderr.write(`the report: ${showFile(report, io.cwd)}\n`);
  return code;
}

const SAMPLE = join("examples", "sample-repo");

/** The clone that this command belongs to: the nearest folder above it that holds the sample. */
function demoRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let dir = start; dirname(dir) !== dir; dir = dirname(dir))
    if (existsSync(join(dir, SAMPLE)) && existsSync(join(dir, "config.yaml"))) return dir;
  throw new AntlerError({
    code: "ANTLER_DEMO_MISSING",
    message: "the sample repository is not part of this installation",
    hint: "Clone the project and run `npm ci && npm run demo` in it.",
  });
}
