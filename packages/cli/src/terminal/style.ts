import { styleText } from "node:util";
import type { Io, Output } from "./io.js";

export type Tone = "good" | "bad" | "warn" | "dim" | "strong" | "accent";
/** Puts colour around plain text, or returns it unchanged. */
export type Paint = (tone: Tone, text: string) => string;

const FORMATS = {
  good: "green",
  bad: "red",
  warn: "yellow",
  dim: "dim",
  strong: "bold",
  accent: "cyan",
} as const satisfies Record<Tone, string>;

export const plain: Paint = (_tone, text) => text;
// The decision is made by `painterFor`, so node's own look at process.stdout is switched off.
const coloured: Paint = (tone, text) => styleText(FORMATS[tone], text, { validateStream: false });

/**
 * Colours on terminals only. `NO_COLOR` (any value but empty) and `TERM=dumb` switch them off.
 * `FORCE_COLOR` is not heeded: a pipe never gets an escape sequence.
 */
export function painterFor(io: Pick<Io, "env">, output: Output): Paint {
  const { NO_COLOR, TERM } = io.env;
  const wanted = output.isTTY === true && (NO_COLOR ?? "") === "" && TERM !== "dumb";
  return wanted ? coloured : plain;
}
