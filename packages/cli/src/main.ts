import { CommanderError } from "commander";
import { EXIT } from "./exit-code.js";
import { createProgram } from "./program/program.js";
import type { Io } from "./terminal/io.js";
import { jsonLine } from "./terminal/json-line.js";
import { errorFacts, printError } from "./terminal/print-error.js";

/**
 * Runs one command line (without `node` and the script) and resolves with its exit code. Never rejects:
 * an error is printed, as JSON where `--json` was given.
 */
export async function main(args: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.done;
  const program = createProgram(io, (result) => {
    code = result;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    const options = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
    if (options.includes("--json")) io.stdout.write(jsonLine({ type: "error", error: errorFacts(error) }));
    else printError(io, error, { verbose: options.includes("--verbose") });
    return EXIT.usage;
  }
}
