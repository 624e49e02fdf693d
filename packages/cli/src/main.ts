import { AntlerError } from "@antler/plugin-api";
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
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const options = args.slice(0, args.includes("--") ? args.indexOf("--") : undefined);
    const told = error instanceof CommanderError ? usageError(error) : error;
    if (options.includes("--json")) io.stdout.write(jsonLine({ type: "error", error: errorFacts(told) }));
    // What is wrong with the command line itself has been printed by then.
    else if (told === error) printError(io, error, { verbose: options.includes("--verbose") });
    return EXIT.usage;
  }
}

/** `error: unknown command 'rnu'\n(Did you mean run?)` as an error of ours. */
function usageError({ message }: CommanderError): AntlerError {
  const [what = "", hint] = message.split("\n");
  return new AntlerError({
    code: "ANTLER_USAGE",
    message: what.replace(/^error: /, ""),
    hint:
      hint?.replace(/^\((.*)\)$/, "$1") ??
      "`antler --help` shows the commands, and `antler COMMAND --help` their options.",
  });
}
