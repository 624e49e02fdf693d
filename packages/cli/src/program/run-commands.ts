import type { Command } from "commander";
import type { ChatFlags } from "../commands/chat.js";
import type { DemoFlags } from "../commands/demo.js";
import type { RunFlags } from "../commands/run.js";
import type { Io } from "../terminal/io.js";
import { platformOptions, threadOptions } from "./common-options.js";
import type { Finish } from "./program.js";

export function defineRunCommands(program: Command, io: Io, finish: Finish): void {
  const run = program
    .command("run")
    .description("ask the lead agent one thing; the answer goes to standard output, progress to standard error")
    .argument("[PROMPT]", "the request; `-` or nothing reads it from standard input");
  progressOptions(platformOptions(threadOptions(run))).action(async (prompt: string | undefined, flags: RunFlags) =>
    finish(await (await import("../commands/run.js")).run(io, prompt, flags)),
  );
  const chat = program.command("chat").description("talk with the lead agent on one thread");
  platformOptions(threadOptions(chat)).action(async (flags: ChatFlags) =>
    finish(await (await import("../commands/chat.js")).chat(io, flags)),
  );
  const demo = program
    .command("demo")
    .description("a lead and its subagents look through a sample repository; needs no key")
    .option("--verbose", "with stack traces");
  progressOptions(demo).action(async (flags: DemoFlags) =>
    finish(await (await import("../commands/demo.js")).demo(io, flags)),
  );
}

function progressOptions(command: Command): Command {
  return command
    .option("--json", "one event a line on standard output, nothing else")
    .option("-q, --quiet", "no progress");
}
