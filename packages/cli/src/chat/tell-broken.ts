import type { Io } from "../terminal/io.js";
import { printError } from "../terminal/print-error.js";

/** The config has been edited while a chat goes on, and cannot be used as it is now. */
export function tellBroken(io: Io, error: unknown): void {
  printError(io, error);
  io.stderr.write("The config as it was before this edit stays in force.\n");
}
