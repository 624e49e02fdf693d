import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { AntlerError, unknownNameHint } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { askInit } from "../init/ask-init.js";
import { configText, type InitChoice, PROVIDERS } from "../init/config-text.js";
import { SCENARIO_TEXT } from "../init/scenario-text.js";
import type { Io } from "../terminal/io.js";
import { printError, showFile } from "../terminal/print-error.js";

export interface InitFlags {
  readonly yes?: boolean;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly model?: string;
  readonly force?: boolean;
  readonly verbose?: boolean;
}

/** `antler init`: asks on a terminal; elsewhere it takes flags and never waits. */
export async function init(io: Io, dir: string, flags: InitFlags): Promise<ExitCode> {
  const folder = resolve(io.cwd, dir);
  const file = join(folder, "config.yaml");
  if (existsSync(file) && flags.force !== true)
    throw new AntlerError({
      code: "ANTLER_INIT_EXISTS",
      message: `${file} exists already`,
      hint: "Choose another folder, or replace it with --force.",
    });
  const flagged = fromFlags(flags);
  const terminal = io.stdin.isTTY === true && io.stdout.isTTY === true;
  if (flagged === undefined && flags.yes !== true && !terminal) {
    printError(io, inputMissing());
    return EXIT.inputNeeded;
  }
  const choice = flagged ?? (flags.yes === true ? defaultChoice(io) : await askInit(defaultChoice(io)));
  if (choice === undefined) return EXIT.interrupted;
  mkdirSync(folder, { recursive: true });
  const written = [file];
  writeFileSync(file, configText(choice));
  const scenario = join(folder, "scenario.yaml");
  if (choice.provider === "scripted" && !existsSync(scenario)) {
    writeFileSync(scenario, SCENARIO_TEXT);
    written.push(scenario);
  }
  for (const path of written) io.stdout.write(`wrote ${showFile(path, io.cwd)}\n`);
  io.stdout.write(nextSteps(showFile(file, io.cwd), choice));
  return EXIT.done;
}

function fromFlags({ provider, baseUrl, model }: InitFlags): InitChoice | undefined {
  if (provider === undefined && baseUrl === undefined && model === undefined) return undefined;
  const name = PROVIDERS.find((known) => known === (provider ?? "openai"));
  if (name === undefined)
    throw new AntlerError({
      code: "ANTLER_INIT_PROVIDER_UNKNOWN",
      message: `--provider: there is no provider "${provider ?? ""}"`,
      hint: unknownNameHint(provider ?? "", PROVIDERS),
    });
  return { provider: name, baseUrl: baseUrl ?? null, model: model ?? null };
}

/** With a key in the environment its endpoint, else the scripted model, which needs nothing. */
function defaultChoice(io: Io): InitChoice {
  const hasKey = (io.env["OPENAI_API_KEY"] ?? "") !== "";
  return { provider: hasKey ? "openai" : "scripted", baseUrl: null, model: null };
}

function inputMissing(): AntlerError {
  return new AntlerError({
    code: "ANTLER_INIT_INPUT_NEEDED",
    message: "there is no terminal to ask on",
    hint: "Take the defaults with --yes, or say what you want with --provider, --base-url and --model.",
  });
}

function nextSteps(file: string, { provider }: InitChoice): string {
  const first = provider === "openai" ? "  antler doctor --probe            # are key, address and model right?\n" : "";
  return `next:\n${first}  antler config check ${file}\n  antler run "What is in this folder?" --workspace .\n`;
}
