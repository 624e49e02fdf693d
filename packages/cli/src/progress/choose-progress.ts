import type { Io } from "../terminal/io.js";
import { painterFor } from "../terminal/style.js";
import { jsonProgress } from "./json-progress.js";
import { lineProgress } from "./line-progress.js";
import type { Progress } from "./progress.js";
import { terminalProgress } from "./terminal-progress.js";

/** `--json`: events on standard output. Else on standard error: nothing, rows on a terminal, or lines. */
export function chooseProgress(io: Io, flags: { readonly json?: boolean; readonly quiet?: boolean }): Progress {
  if (flags.json === true) return jsonProgress(io.stdout);
  if (flags.quiet === true) return { accept() {}, stop() {} };
  if (io.stderr.isTTY === true && io.env["TERM"] !== "dumb")
    return terminalProgress(io.stderr, painterFor(io, io.stderr));
  return lineProgress(io.stderr);
}
