import type { Io } from "./io.js";

/** One JSON document on standard output. */
export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
