import { type Command, InvalidArgumentError } from "commander";

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
    .option("-c, --config <FILE>", "config file (default: $ANTLER_CONFIG, else ./config.yaml)", notEmpty)
    .option("--plugin <PATH>", "one more plugin, by package name or path; may be repeated", collect)
    .option("--verbose", "with stack traces");
}

export function jsonOption(command: Command): Command {
  return command.option("--json", "print JSON");
}

/** Options of `run` and `chat`. */
export function threadOptions(command: Command): Command {
  return command
    .option("--model <NAME>", "an entry of `models` (default: lead.model, else the first)", notEmpty)
    .option("-w, --workspace <DIR>", "folder that the agents work on (default: an empty one of the thread)", notEmpty)
    .option("--thread <ID>", "go on with this thread", notEmpty);
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), notEmpty(value)];
}

/** An empty value is mostly a variable that is not set; it must not turn into "the working folder". */
function notEmpty(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("It is empty.");
  return value;
}
