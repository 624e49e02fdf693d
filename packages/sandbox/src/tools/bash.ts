import {
  isSandboxError,
  type PlainTool,
  type Sandbox,
  SandboxError,
  type ToolOutput,
  type ToolRuntime,
  toolResultFile,
} from "@antler/plugin-api";
import { exec } from "../exec/exec.js";
import { SHELL_GROUP } from "../service/shell-boundary.js";
import { formatBash } from "./format-bash.js";
import { argument, optionalNumber, stringOf, type ToolArguments } from "./tool-arguments.js";
import { failure, inSandbox, type ToolContext } from "./tool-context.js";

/** Where the rest of a long output goes; agents can read it there. */
const SPILL_FOLDER = "/mnt/user-data/outputs/.tool-results";

export function bashTool(context: ToolContext): PlainTool {
  const { bashTimeoutSeconds, bashMaxTimeoutSeconds } = context.limits;
  const names = Object.keys(context.secrets);
  return {
    name: "bash",
    group: SHELL_GROUP,
    description: `Runs a bash command in the workspace. Each call is a new shell; what it starts in the background ends with it. Default timeout ${bashTimeoutSeconds} seconds, at most ${bashMaxTimeoutSeconds}.`,
    parameters: {
      type: "object",
      required: ["command"],
      properties: {
        command: argument.text("The command. Use paths below /mnt/user-data."),
        description: argument.optionalText("What it does, in a few words."),
        timeout: argument.integer("Seconds after which it is ended, with all its processes."),
        ...(names.length === 0
          ? {}
          : {
              secrets: {
                type: ["array", "null"],
                items: { type: "string" },
                description: `Secrets that the command needs, as environment variables. There are: ${names.join(", ")}.`,
              },
            }),
      },
    },
    run: async (args, runtime) => {
      const shell = context.service.shell();
      if (!shell.available) return failure(`${shell.reason} ${shell.fix}`);
      return inSandbox(context, runtime, (sandbox) => runCommand(context, sandbox, args, runtime));
    },
  };
}

async function runCommand(
  context: ToolContext,
  sandbox: Sandbox,
  args: ToolArguments,
  runtime: ToolRuntime,
): Promise<ToolOutput> {
  const { limits, secrets, env } = context;
  const wanted = Array.isArray(args["secrets"]) ? args["secrets"].map(String) : [];
  const unknown = wanted.filter((name) => !Object.hasOwn(secrets, name));
  if (unknown.length > 0)
    return failure(`There is no secret ${unknown.join(", ")}. Known: ${Object.keys(secrets).join(", ") || "none"}.`);
  const seconds = Math.min(
    Math.max(1, optionalNumber(args, "timeout") ?? limits.bashTimeoutSeconds),
    limits.bashMaxTimeoutSeconds,
  );
  try {
    const result = await exec(
      sandbox,
      {
        command: stringOf(args, "command"),
        timeoutMs: seconds * 1000,
        signal: runtime.signal,
        env: { ...env, ...Object.fromEntries(wanted.map((name) => [name, secrets[name] ?? ""])) },
      },
      {
        mask: Object.values(secrets),
        spill: {
          path: `${SPILL_FOLDER}/${toolResultFile("bash", runtime.callId, runtime.context.agent.blueprint.taskId)}`,
          after: limits.bashOutputMaxChars === 0 ? limits.bashSpillMaxBytes : limits.bashOutputMaxChars,
          maxBytes: limits.bashSpillMaxBytes,
        },
      },
    );
    if (result.reason === "abort")
      throw new SandboxError("aborted", "The command was cancelled, and everything it started was ended.");
    return formatBash(result, { seconds, maxChars: limits.bashOutputMaxChars });
  } catch (error) {
    if (!isSandboxError(error) || error.reason === "aborted") throw error;
    return failure(error.hint === undefined ? error.message : `${error.message} ${error.hint}`);
  }
}
