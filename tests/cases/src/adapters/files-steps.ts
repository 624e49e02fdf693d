import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Sandbox, SandboxService } from "@antler/plugin-api";
import {
  bashTool,
  createHostedSandboxes,
  fileTools,
  HOST_BASH_DISABLED,
  HOST_BASH_FIX,
  localDefinition,
  mapVirtualPath,
  ReadMarks,
  sandboxConfig,
  type ToolContext,
} from "@antler/sandbox";
import { VirtualDefinition } from "@antler/sandbox-virtual";
import { contextFixture } from "@antler/testing";
import type { CaseFolders } from "../adapter.js";
import { threadMounts } from "./thread-mounts.js";

export interface StepsInput {
  /** Text or bytes by virtual path. */
  readonly files: Readonly<Record<string, string | readonly number[]>>;
  /** Target by virtual path. */
  readonly symlinks?: Readonly<Record<string, string>>;
  /** Keys of the section `sandbox`. */
  readonly config?: { readonly allow_host_bash?: boolean; readonly [key: string]: unknown };
  readonly steps: readonly ({ readonly tool: string } & Readonly<Record<string, unknown>>)[];
}

/**
 * Runs tool calls in a real sandbox and gives each call's text; the step `disk` gives the text of a file on the host, null when there
 * is none. Commands run in the simulated shell, where paths are the virtual ones; a case that forbids host commands gets `local`.
 */
export async function filesSteps(input: StepsInput, folders: CaseFolders): Promise<readonly (string | null)[]> {
  const mounts = threadMounts(folders);
  const host = (path: string): string => mapVirtualPath(mounts, path);
  for (const [path, content] of Object.entries(input.files)) {
    mkdirSync(dirname(host(path)), { recursive: true });
    writeFileSync(host(path), typeof content === "string" ? content : Uint8Array.from(content));
  }
  for (const [path, target] of Object.entries(input.symlinks ?? {})) symlinkSync(host(target), host(path));

  const { hosted } = createHostedSandboxes(join(folders.tmp, "data"));
  const forbidden = input.config?.allow_host_bash === false;
  const definition = forbidden ? localDefinition({ allowHostBash: false, envAllow: [] }) : new VirtualDefinition();
  const backend = hosted.define(definition);
  const sandbox = await backend.acquire({
    key: "case",
    mounts,
    cwd: "/mnt/user-data/workspace",
    network: { mode: forbidden ? "host" : "none" },
  });
  try {
    const call = toolCaller(sandbox, input.config);
    const answers: (string | null)[] = [];
    for (const { tool, ...args } of input.steps)
      answers.push(tool === "disk" ? diskText(host(String(args["path"]))) : await call(tool, args));
    return answers;
  } finally {
    await backend.dispose();
  }
}

function toolCaller(
  sandbox: Sandbox,
  config: StepsInput["config"],
): (tool: string, args: Readonly<Record<string, unknown>>) => Promise<string> {
  const shell: SandboxService["shell"] = () =>
    config?.allow_host_bash === false
      ? { available: false, reason: HOST_BASH_DISABLED, fix: HOST_BASH_FIX }
      : { available: true };
  const { tools: limits, secrets, env } = sandboxConfig(config);
  const context: ToolContext = {
    service: { open: async () => sandbox, shell },
    limits,
    secrets,
    env,
    marks: new ReadMarks(),
  };
  const tools = [...fileTools(context), bashTool(context)];
  const agent = contextFixture();
  return async (name, args) => {
    const tool = tools.find((candidate) => candidate.name === name);
    if (tool === undefined) throw new Error(`the case calls ${name}, which is no tool`);
    const output = await tool.run(args, {
      context: agent,
      state: { messages: [], sandbox: sandbox.ref },
      callId: "call",
      signal: new AbortController().signal,
    });
    return typeof output === "string" ? output : output.text;
  };
}

function diskText(path: string): string | null {
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
