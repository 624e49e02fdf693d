import { randomUUID } from "node:crypto";
import type {
  HostedCommand,
  HostedSandbox,
  HostedSandboxDefinition,
  ProbeReport,
  SandboxCapabilities,
  SandboxProcess,
} from "@antler/plugin-api";
import { inheritedEnv } from "../env/inherited-env.js";
import { startHostProcess } from "../hosted/host-process.js";
import { DEFAULT_LIMITS, hasPrlimit, prlimitArgv } from "../hosted/rlimits.js";
import { callMark, endCall, MARK, sweepLeftovers } from "./local-processes.js";

export interface LocalOptions {
  readonly allowHostBash: boolean;
  /** Names of further host variables that commands see. */
  readonly envAllow: readonly string[];
}

export const HOST_BASH_DISABLED =
  "Host bash execution is disabled for LocalSandboxProvider: its commands would run on this machine without any boundary.";
export const HOST_BASH_FIX =
  "Install bubblewrap and use `sandbox.use: bubblewrap` for isolated commands, or set `sandbox.allow_host_bash: true` to accept the risk.";

/** File tools over host folders; commands, if allowed, on the host as they are. No boundary at all. */
export function localDefinition(options: LocalOptions): HostedSandboxDefinition {
  return {
    name: "local",
    probe: () => probeLocal(options),
    describe: (sandbox) => describeLocal(sandbox, options),
    spawn: (command, report) => spawnLocal(command, report, options),
    sweep: async () => {
      if (options.allowHostBash) sweepLeftovers();
    },
  };
}

async function probeLocal(options: LocalOptions): Promise<ProbeReport> {
  const limited = options.allowHostBash && (await hasPrlimit());
  const capabilities: SandboxCapabilities = {
    isolation: "none",
    exec: options.allowHostBash,
    kill: "pgroup",
    paths: "host",
    network: ["host"],
    limits: {
      memoryBytes: limited ? "rlimit" : "none",
      pids: "none",
      cpus: "none",
      fileBytes: limited ? "rlimit" : "none",
      diskBytes: "none",
      openFiles: limited ? "rlimit" : "none",
      tmpBytes: "none",
    },
    background: true,
    attach: "same-host",
    stdin: true,
  };
  if (!options.allowHostBash)
    return { available: true, reason: HOST_BASH_DISABLED, fix: HOST_BASH_FIX, capabilities, warnings: [] };
  return {
    available: true,
    capabilities,
    warnings: [
      "Commands run on this machine without any boundary.",
      ...(limited ? [] : ["prlimit is missing: no limits."]),
    ],
  };
}

function describeLocal(sandbox: HostedSandbox, options: LocalOptions): string {
  const folders = sandbox.mounts
    .map(({ target, readOnly }) => `${target}${readOnly === true ? " (read-only)" : ""}`)
    .join(", ");
  if (!options.allowHostBash) return `Files: ${folders}. Commands cannot be run here.`;
  const hosts = sandbox.mounts.flatMap(({ target, source }) =>
    "host" in source ? [`${target} is ${source.host}`] : [],
  );
  return `Files: ${folders}. Commands run on the host and start in the workspace; they see host paths: ${hosts.join(", ")}.`;
}

async function spawnLocal(command: HostedCommand, report: ProbeReport, options: LocalOptions): Promise<SandboxProcess> {
  const mark = callMark(randomUUID());
  const argv =
    typeof command.command === "string" ? ["bash", "--noprofile", "--norc", "-c", command.command] : command.command;
  const { pids: _perUser, ...limits } = { ...DEFAULT_LIMITS, ...command.sandbox.limits };
  return startHostProcess({
    ...command.io,
    argv: report.capabilities.limits.fileBytes === "rlimit" ? prlimitArgv(limits, argv) : argv,
    cwd: command.hostCwd,
    env: { ...inheritedEnv(process.env, options.envAllow), ...command.env, [MARK]: mark },
    end: (pid, signal) => endCall(pid, mark, signal),
  });
}
