import { relative } from "node:path";
import { type ConfigProblem, errorText, formatPosition, isAntlerError, type SourcePosition } from "@antler/plugin-api";
import type { Io } from "./io.js";
import { sanitize } from "./sanitize.js";
import { painterFor } from "./style.js";

/** Of an invalid config, so that the advice below them stays in sight. */
const PROBLEMS_SHOWN = 8;

export interface ErrorFacts {
  readonly code: string | null;
  readonly message: string;
  readonly hint: string | null;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** An error as plain data, for `--json`. */
export function errorFacts(error: unknown): ErrorFacts {
  const known = isAntlerError(error) ? error : undefined;
  const errors = configErrors(error);
  return {
    code: (errors.length === 1 ? errors[0]?.code : known?.code) ?? null,
    message: errorText(error),
    hint: known?.hint ?? null,
    file: known?.position?.file ?? null,
    line: known?.position?.line ?? null,
    column: known?.position?.column ?? null,
  };
}

/** What happened, where, and what to do, on standard error. The stack only with `verbose`. */
export function printError(io: Io, error: unknown, options: { readonly verbose?: boolean | undefined } = {}): void {
  const paint = painterFor(io, io.stderr);
  const { code, message, hint } = errorFacts(error);
  const lines = [`${paint("bad", "error:")} ${sanitize(message)}`];
  const many = problemLines(error, io.cwd);
  if (many.length === 0 && isAntlerError(error) && error.position !== undefined)
    lines.push(`  at ${showPosition(error.position, io.cwd)}`);
  lines.push(...many);
  if (hint !== null) lines.push(`  fix: ${sanitize(hint).replaceAll("\n", "\n       ")}`);
  if (code !== null) lines.push(paint("dim", `  code: ${code}`));
  if (options.verbose === true && error instanceof Error) lines.push(paint("dim", stackOf(error)));
  else if (code === null) lines.push(paint("dim", "  Run it again with --verbose for the stack trace."));
  io.stderr.write(`${lines.join("\n")}\n`);
}

/** `config.yaml:3:11`, relative to the working folder when it lies inside. */
export function showPosition(position: SourcePosition, cwd: string): string {
  return formatPosition({ ...position, file: showFile(position.file, cwd) });
}

/** A path relative to the working folder when it lies inside, else as it is. */
export function showFile(file: string, cwd: string): string {
  const short = relative(cwd, file);
  return short === "" || short.startsWith("..") ? file : short;
}

/** A config error carries every problem that was found; one alone is the message already. */
function problemLines(error: unknown, cwd: string): readonly string[] {
  const errors = configErrors(error);
  if (errors.length < 2) return [];
  const shown = errors.slice(0, PROBLEMS_SHOWN).flatMap(({ code, message, hint, position }) => {
    const place = position === undefined ? "" : `${showPosition(position, cwd)}: `;
    const problem = `  ${place}${sanitize(message)} (${code})`;
    return hint === undefined ? [problem] : [problem, `    fix: ${sanitize(hint)}`];
  });
  const rest = errors.length - PROBLEMS_SHOWN;
  return rest > 0 ? [...shown, `  and ${rest} more`] : shown;
}

function configErrors(error: unknown): readonly ConfigProblem[] {
  if (!(error instanceof Error) || !("problems" in error) || !Array.isArray(error.problems)) return [];
  return (error.problems as readonly ConfigProblem[]).filter(({ severity }) => severity === "error");
}

function stackOf(error: Error): string {
  const own = error.stack ?? error.message;
  return error.cause instanceof Error ? `${own}\ncaused by: ${stackOf(error.cause)}` : own;
}
