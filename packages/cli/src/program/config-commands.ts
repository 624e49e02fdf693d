import type { Command } from "commander";
import type { CheckFlags } from "../commands/config-check.js";
import type { PrintFlags } from "../commands/config-print.js";
import type { SchemaFlags } from "../commands/config-schema.js";
import type { LockFlags } from "../commands/lock.js";
import type { Io } from "../terminal/io.js";
import { jsonOption, type PlatformFlags, platformOptions } from "./common-options.js";
import type { Finish } from "./program.js";

export function defineConfigCommands(program: Command, io: Io, finish: Finish): void {
  const config = program.command("config").description("check, print and compare config files");
  const check = config
    .command("check")
    .description("tell every problem with file, line and column; exit 1 when there is an error")
    .argument("[FILE]", "config file (default: as --config)")
    .option("--format <FORMAT>", "text, json or github (annotations of a workflow)");
  jsonOption(platformOptions(check)).action(async (file: string | undefined, flags: CheckFlags) =>
    finish(await (await import("../commands/config-check.js")).configCheck(io, file, flags)),
  );
  const print = config
    .command("print")
    .description("every value of the config with where it comes from; secrets masked")
    .option("--effective", "also the defaults that nobody wrote")
    .option("--subagent <NAME>", "only this subagent type");
  jsonOption(platformOptions(print)).action(async (flags: PrintFlags) =>
    finish(await (await import("../commands/config-print.js")).configPrint(io, flags)),
  );
  const diff = config
    .command("diff")
    .description(
      "what changes from config A to B: values, and each agent's tools and skills; exit 3 when something does",
    )
    .argument("<A>", "config file")
    .argument("<B>", "config file");
  jsonOption(platformOptions(diff)).action(async (a: string, b: string, flags: PlatformFlags) =>
    finish(await (await import("../commands/config-diff.js")).configDiff(io, a, b, flags)),
  );
  const schema = config
    .command("schema")
    .description("write the JSON Schema of the config, with the sections of the loaded plugins")
    .option("-o, --output <FILE>", "where to write it; `-` is standard output", "config.schema.json")
    .option("--docs <FILE>", "also write the keys as a Markdown page");
  platformOptions(schema).action(async (flags: SchemaFlags) =>
    finish(await (await import("../commands/config-schema.js")).configSchema(io, flags)),
  );
  const lock = program
    .command("lock")
    .description("write down what each agent may do (antler.lock.json), or check that it has not grown")
    .option("--check", "write nothing; exit 3 when an agent may do more than the lock file says")
    .option("--lock-file <FILE>", "lock file (default: antler.lock.json beside the config)");
  jsonOption(platformOptions(lock)).action(async (flags: LockFlags) =>
    finish(await (await import("../commands/lock.js")).lock(io, flags)),
  );
}
