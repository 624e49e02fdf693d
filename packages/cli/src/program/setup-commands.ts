import type { Command } from "commander";
import type { DoctorFlags } from "../commands/doctor.js";
import type { InitFlags } from "../commands/init.js";
import type { Io } from "../terminal/io.js";
import { jsonOption, platformOptions } from "./common-options.js";
import type { Finish } from "./program.js";

export function defineSetupCommands(program: Command, io: Io, finish: Finish): void {
  program
    .command("init")
    .description("write a config.yaml; asks on a terminal")
    .argument("[DIR]", "folder for it", ".")
    .option("-y, --yes", "ask nothing and take the defaults")
    .option("--provider <NAME>", "openai or scripted")
    .option("--base-url <URL>", "address of an OpenAI-compatible endpoint")
    .option("--model <NAME>", "the provider's name of the model")
    .option("--force", "replace an existing config.yaml")
    .option("--verbose", "with stack traces")
    .action(async (dir: string, flags: InitFlags) =>
      finish(await (await import("../commands/init.js")).init(io, dir, flags)),
    );
  const doctor = program
    .command("doctor")
    .description("check this machine, the config, the models, the sandbox, the skills and the plugins")
    .option("--probe", "also ask the model endpoints and run commands in the sandbox");
  jsonOption(platformOptions(doctor)).action(async (flags: DoctorFlags) =>
    finish(await (await import("../commands/doctor.js")).doctor(io, flags)),
  );
  program
    .command("completion")
    .description("print a completion script: antler completion bash >> ~/.bashrc")
    .argument("<SHELL>", "bash, zsh or fish")
    .action(async (shell: string) =>
      finish((await import("../commands/completion.js")).completion(io, program, shell)),
    );
}
