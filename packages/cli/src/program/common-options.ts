import type { Command } from "commander";

/** Options of every command that makes a platform. */
export interface PlatformFlags {
  readonly config?: string;
  readonly plugin?: readonly string[];
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

export function platformOptions(command: Command): Command {
  return command
    .option("-c, --config <FILE>", "config file (default: $ANTLER_CONFIG, else ./config.yaml)")
    .option("--plugin <PATH>", "one more plugin, by package name or path; may be repeated", collect)
    .option("--verbose", "with stack traces");
}

export function jsonOption(command: Command): Command {
  return command.option("--json", "print JSON");
}

export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
