import { readFileSync } from "node:fs";
import { AntlerError, type ConfigProblem, unknownNameHint } from "@antler/plugin-api";
import { githubAnnotation } from "../config-report/github-annotation.js";
import { problemJson, sortProblems } from "../config-report/problem.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { allProblems } from "../platform/all-problems.js";
import { findConfig } from "../platform/find-config.js";
import { platformOptionsOf } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { plural } from "../terminal/format-number.js";
import type { Io } from "../terminal/io.js";
import { showFile, showPosition } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { sanitize } from "../terminal/sanitize.js";
import { type Paint, painterFor } from "../terminal/style.js";

export interface CheckFlags extends PlatformFlags {
  readonly format?: string;
}
const FORMATS = ["text", "json", "github"] as const;

/** `antler config check`: every problem at once. Throws ANTLER_CONFIG_NOT_FOUND and ANTLER_FORMAT_UNKNOWN (exit 2). */
export async function configCheck(io: Io, file: string | undefined, flags: CheckFlags): Promise<ExitCode> {
  const format = chosenFormat(flags);
  const configFile = findConfig(io, flags.config, file);
  const problems = sortProblems(await allProblems(platformOptionsOf(io, configFile, flags)));
  const frameOf = problems.length === 0 ? () => null : await framesOf(configFile);
  if (format === "json")
    printJson(
      io,
      problems.map((problem) => problemJson(problem, frameOf(problem))),
    );
  else if (format === "github")
    for (const problem of problems) io.stdout.write(`${githubAnnotation(problem, io.cwd)}\n`);
  else printText(io, configFile, problems, frameOf);
  return problems.some(({ severity }) => severity === "error") ? EXIT.failed : EXIT.done;
}

/** Shows a problem's line of this file, secrets masked. */
async function framesOf(file: string): Promise<(problem: ConfigProblem) => string | null> {
  const { codeFrame } = await import("../config-report/code-frame.js");
  const { maskText } = await import("../config-report/mask-text.js");
  const lines = maskText(readFileSync(file, "utf8")).split(/\r?\n/);
  return ({ position }) => (position?.file === file ? codeFrame(lines, position) : null);
}

function chosenFormat(flags: CheckFlags): (typeof FORMATS)[number] {
  const wanted = flags.format ?? (flags.json === true ? "json" : "text");
  const format = FORMATS.find((name) => name === wanted);
  if (format !== undefined) return format;
  throw new AntlerError({
    code: "ANTLER_FORMAT_UNKNOWN",
    message: `--format: there is no format "${wanted}"`,
    hint: unknownNameHint(wanted, FORMATS),
  });
}

function printText(
  io: Io,
  file: string,
  problems: readonly ConfigProblem[],
  frameOf: (problem: ConfigProblem) => string | null,
): void {
  const paint = painterFor(io, io.stdout);
  for (const problem of problems) {
    io.stdout.write(`${problemLines(problem, io.cwd, paint)}\n`);
    const frame = frameOf(problem);
    io.stdout.write(frame === null ? "\n" : `${paint("dim", frame)}\n\n`);
  }
  io.stdout.write(`${summary(showFile(file, io.cwd), problems)}\n`);
}

/** The lines of one problem: place, severity, message and code; then what to do. */
export function problemLines(problem: ConfigProblem, cwd: string, paint: Paint): string {
  const place = problem.position === undefined ? "" : `${showPosition(problem.position, cwd)}: `;
  const severity = paint(problem.severity === "error" ? "bad" : "warn", problem.severity);
  const first = `${place}${severity}: ${sanitize(problem.message)} (${problem.code})`;
  return problem.hint === undefined ? first : `${first}\n  fix: ${sanitize(problem.hint)}`;
}

function summary(file: string, problems: readonly ConfigProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  if (problems.length === 0) return `${file}: no problems`;
  return `${file}: ${plural(errors, "error")}, ${plural(problems.length - errors, "warning")}`;
}
