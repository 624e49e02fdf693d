import type { AgentContext, PlainTool, Sandbox, SandboxService, ToolOutput, ToolRuntime } from "@antler/plugin-api";
import type { ToolLimits } from "../config/sandbox-config.js";
import type { ReadMarks } from "./read-marks.js";

/** What the tools of this package share. */
export interface ToolContext {
  readonly service: Pick<SandboxService, "open" | "shell">;
  readonly limits: ToolLimits;
  /** Values by name that a command may ask for. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Variables of every command. */
  readonly env: Readonly<Record<string, string>>;
  readonly marks: ReadMarks;
}
export type { AgentContext, PlainTool, ToolRuntime };

/**
 * Runs a tool in the thread's sandbox. A first use puts the sandbox's reference into the agent's state, so that it is passed on.
 */
export async function inSandbox(
  context: ToolContext,
  runtime: ToolRuntime,
  use: (sandbox: Sandbox) => Promise<ToolOutput>,
): Promise<ToolOutput> {
  const sandbox = await context.service.open(runtime.context, runtime.state);
  const output = await use(sandbox);
  if (runtime.state.sandbox?.id === sandbox.ref.id) return output;
  const result = typeof output === "string" ? { text: output } : output;
  return { ...result, update: { ...result.update, sandbox: sandbox.ref } };
}

export function failure(message: string): ToolOutput {
  return { text: `Error: ${message}`, status: "error" };
}
