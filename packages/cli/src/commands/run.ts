import { resolve } from "node:path";
import type { RunResult } from "@antler/core";
import { AntlerError } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { chooseProgress } from "../progress/choose-progress.js";
import { totalLine } from "../progress/total-line.js";
import { withoutTold } from "../progress/without-told.js";
import { interruptible } from "../terminal/interrupt.js";
import type { Io } from "../terminal/io.js";
import { printError } from "../terminal/print-error.js";
import { readAll } from "../terminal/read-input.js";
import { runFailure } from "../terminal/run-failure.js";
import { sanitize } from "../terminal/sanitize.js";

export interface RunFlags extends PlatformFlags {
  readonly model?: string;
  readonly workspace?: string;
  readonly thread?: string;
}

/** `antler run`: one message to the lead, to the end. */
export async function run(io: Io, prompt: string | undefined, flags: RunFlags): Promise<ExitCode> {
  const text = await promptText(io, prompt);
  if (text === undefined) {
    printError(io, promptMissing());
    return EXIT.inputNeeded;
  }
  const workspace = flags.workspace === undefined ? undefined : resolve(io.cwd, flags.workspace);
  return await withPlatform(
    io,
    flags,
    async (platform) => {
      const progress = withoutTold(chooseProgress(io, flags), flags.json === true ? [] : platform.warnings);
      const interrupt = interruptible(io);
      const seen = { tools: false };
      try {
        const result = await platform.run({
          prompt: text,
          signal: interrupt.signal,
          ...(flags.thread === undefined ? {} : { threadId: flags.thread }),
          ...(flags.model === undefined ? {} : { model: flags.model }),
          ...(workspace === undefined ? {} : { workspace }),
          onEvent: (event) => {
            if (event.type === "tool_call") seen.tools = true;
            progress.accept(event);
          },
        });
        progress.stop();
        if (flags.json !== true) report(io, flags, result);
        return interrupt.exitCode() ?? exitCodeOf(result, seen.tools);
      } finally {
        progress.stop();
        interrupt.dispose();
      }
    },
    { runs: true },
  );
}

function report(io: Io, flags: RunFlags, result: RunResult): void {
  if (result.text !== "") io.stdout.write(`${sanitize(result.text)}\n`);
  if (result.error !== null) printError(io, runFailure(result.error));
  if (flags.quiet !== true) io.stderr.write(`${totalLine(result)}\n`);
}

/** A run that failed before its model ever answered is a matter of config: nothing ran. */
function exitCodeOf(result: RunResult, usedTools: boolean): ExitCode {
  if (result.status === "failed") return result.turns === 0 && !usedTools ? EXIT.usage : EXIT.failed;
  if (result.status === "cancelled") return EXIT.interrupted;
  return result.stopReason === null ? EXIT.done : EXIT.capped;
}

async function promptText(io: Io, prompt: string | undefined): Promise<string | undefined> {
  if (prompt !== undefined && prompt !== "-") return prompt.trim() === "" ? undefined : prompt;
  if (io.stdin.isTTY === true) return undefined;
  const piped = await readAll(io.stdin);
  return piped.trim() === "" ? undefined : piped;
}

function promptMissing(): AntlerError {
  return new AntlerError({
    code: "ANTLER_PROMPT_MISSING",
    message: "there is no prompt",
    hint: 'Give it as an argument, antler run "PROMPT", or pipe it in: echo "PROMPT" | antler run',
  });
}
