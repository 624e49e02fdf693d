import type { SourcePosition } from "./source-position.js";

/** `Symbol.for`, so two installed copies of this package recognise each other's errors. */
const BRAND: unique symbol = Symbol.for("antler/error");

export type ErrorCode = `ANTLER_${string}`;

export interface AntlerErrorInit {
  /** Stable, greppable, documented in docs/errors.md. Never reused. */
  readonly code: ErrorCode;
  /** What happened, naming the plugin, file or key. One sentence, no trailing advice. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** The plugin to blame, when one is. */
  readonly plugin?: string | undefined;
  /** Where in a file the cause stands. */
  readonly position?: SourcePosition | undefined;
  readonly cause?: unknown;
}

/** The only error class the platform throws on purpose. */
export class AntlerError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly plugin: string | undefined;
  readonly position: SourcePosition | undefined;

  constructor(init: AntlerErrorInit) {
    const prefix = init.plugin === undefined ? "" : `[plugin ${init.plugin}] `;
    super(`${prefix}${init.message}`, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = "AntlerError";
    this.code = init.code;
    this.hint = init.hint;
    this.plugin = init.plugin;
    this.position = init.position;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Use instead of `instanceof`: true for errors from any installed copy of this package. */
export function isAntlerError(error: unknown, code?: ErrorCode): error is AntlerError {
  if (!(error instanceof Error) || !(BRAND in error)) return false;
  return code === undefined || ("code" in error && error.code === code);
}

/** The text of anything that was thrown: an Error's message, a thrown string, or JSON of the rest. Never throws. */
export function errorText(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === "" ? thrown.name : thrown.message;
  if (typeof thrown === "string") return thrown;
  try {
    return JSON.stringify(thrown) ?? String(thrown);
  } catch {
    return String(thrown);
  }
}
