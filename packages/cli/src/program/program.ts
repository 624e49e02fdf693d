import { readFileSync } from "node:fs";
import { Command } from "commander";
import { EXIT } from "../exit-code.js";
import { columnsOf, type Io } from "../terminal/io.js";
import { defineConfigCommands } from "./config-commands.js";
import { defineInspectCommands } from "./inspect-commands.js";
import { defineRunCommands } from "./run-commands.js";
import { defineSetupCommands } from "./setup-commands.js";

/** What an action does with its exit code. */
export type Finish = (code: number) => void;

/** The whole command line. Commands load what they need when they run, so that help is quick. */
export function createProgram(io: Io, finish: Finish): Command {
  const program = new Command("antler")
    .description("Runs agents that delegate to subagents, as config.yaml describes them.")
    .version(version(), "-V, --version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [COMMAND]", "show help for a command")
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io.stdout),
      getErrHelpWidth: () => columnsOf(io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  program.addHelpText("after", AFTER_HELP);
  defineRunCommands(program, io, finish);
  defineSetupCommands(program, io, finish);
  defineConfigCommands(program, io, finish);
  defineInspectCommands(program, io, finish);
  return program;
}

const AFTER_HELP = `
Exit codes: ${EXIT.done} done, ${EXIT.failed} the run failed or what was checked has errors, ${EXIT.usage} wrong usage or config (nothing ran),
${EXIT.differs} differences found, ${EXIT.capped} a limit ended the run (partial result), ${EXIT.inputNeeded} input needed and none to be had,
${EXIT.interrupted} Ctrl+C, ${EXIT.brokenPipe} output closed, ${EXIT.terminated} terminated.`;

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const found = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return typeof found === "string" ? found : "unknown";
}
