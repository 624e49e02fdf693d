import type { Command } from "commander";
import type { ChatFlags } from "../commands/chat.js";
import type { DemoFlags } from "../commands/demo.js";
import type { RunFlags } from "../commands/run.js";
import type { Io } from "../terminal/io.js";
import { platformOptions } from "./common-options.js";
import type { Finish } from "./program.js";

export function defineRunCommands(program: Command, io: Io, finish: Finish): void {
  const run = program
    .command("run")
    .description("ask the lead agent one thing; the answer goes to standard output, progress to standard error")
    .argument("[PROMPT]", "the request; `-` or nothing reads it from standard input")
    .option("--model <NAME>", "an entry of `models` (default: lead.model, else the first)")
    .option("-w, --workspace <DIR>", "folder that the agents work on (default: an empty folder of the thread)")
    .option("--thread <ID>", "go on with this thread");
  progressOptions(platformOptions(run)).action(async (prompt: string | undefined, flags: RunFlags) =>
    finish(await (await import("../commands/run.js")).run(io, prompt, flags)),
  );
  const chat = program
    .command("chat")
    .description("talk with the lead agent on one thread")
    .option("--model <NAME>", "an entry of `models`")
    .option("-w, --workspace <DIR>", "folder that the agents work on")
    .option("--thread <ID>", "go on with this thread");
  platformOptions(chat).action(async (flags: ChatFlags) =>
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
