import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { errorText, type HostedSandboxes, type ProbeReport, type SandboxCapabilities } from "@antler/plugin-api";
import { bwrapProcesses } from "./bwrap-command.js";
import { type CgroupRoots, SandboxCgroup } from "./cgroups.js";
import { commandLimits, limitsScript } from "./command-limits.js";
import { makeEtc, removeEtc } from "./etc-folder.js";
import { sandboxUser } from "./sandbox-user.js";
import { seccompFilter } from "./seccomp-filter.js";

export const INSTALL =
  "Install bubblewrap: `apt-get install bubblewrap`, `dnf install bubblewrap` or `apk add bubblewrap bash util-linux`.";
const USERNS =
  "Allow unprivileged user namespaces: `sysctl kernel.unprivileged_userns_clone=1`; on Ubuntu from 24.04 also an AppArmor profile for bwrap, or `sysctl kernel.apparmor_restrict_unprivileged_userns=0`. In a container they need its seccomp profile to allow them.";

export interface Probe {
  readonly report: ProbeReport;
  readonly bwrap: string;
  readonly disableUserns: boolean;
  /** Where groups of processes can be made and entered. */
  readonly cgroups: CgroupRoots;
}
interface ProbeSettings {
  readonly uid: number;
  readonly systemPaths: readonly string[];
  readonly path: string | undefined;
}

/** Runs a command in a sandbox without mounts; further tries do without what old kernels and an old bwrap cannot do. */
export async function probeBubblewrap(
  start: HostedSandboxes["start"],
  cgroups: CgroupRoots,
  settings: ProbeSettings,
): Promise<Probe> {
  const bwrap = process.platform === "linux" ? findProgram("bwrap") : undefined;
  if (bwrap === undefined) {
    const reason = process.platform === "linux" ? "bwrap is not installed." : "It needs Linux.";
    return { bwrap: "bwrap", disableUserns: false, cgroups: {}, report: unavailable(reason, INSTALL) };
  }
  let problem = "";
  for (const disableUserns of [true, false])
    for (const roots of isEmpty(cgroups) ? [cgroups] : [cgroups, {}]) {
      const found = { bwrap, disableUserns, cgroups: roots };
      problem = await tryOnce(start, found, settings);
      if (problem === "") return { ...found, report: working(roots, disableUserns) };
    }
  const report = unavailable(`A command in bwrap failed: ${problem}`, fixFor(problem));
  return { bwrap, disableUserns: false, cgroups: {}, report };
}

/** "" when it worked, else what went wrong. */
async function tryOnce(
  start: HostedSandboxes["start"],
  found: Omit<Probe, "report">,
  settings: ProbeSettings,
): Promise<string> {
  const user = sandboxUser([], settings.uid);
  const limits = commandLimits({});
  const sandbox = { mounts: [], network: { mode: "none" } } as const;
  let cgroup: SandboxCgroup | undefined;
  let etc: string | undefined;
  try {
    cgroup = new SandboxCgroup(found.cgroups, "probe", limits);
    etc = makeEtc({ ...user, online: false, bare: true, limits: limitsScript(limits, cgroup.entries.length) });
    const process = bwrapProcesses({ ...settings, ...found, sandbox, limits, user, etc, cgroup, stage: undefined });
    const child = await start({ ...process({ command: "echo ready", cwd: "/", env: {} }), timeoutMs: 10_000 });
    const text = { stdout: "", stderr: "" };
    for await (const { stream, data } of child.output) text[stream] += Buffer.from(data).toString("utf8");
    const { exitCode, reason } = await child.exit;
    if (exitCode === 0 && text.stdout === "ready\n") return "";
    return (
      text.stderr.trim().split("\n")[0] || (reason === "exit" ? `exit code ${exitCode}.` : `it ended by ${reason}.`)
    );
  } catch (error) {
    return errorText(error);
  } finally {
    cgroup?.remove();
    if (etc !== undefined) removeEtc(etc);
  }
}

function isEmpty({ memory, pids }: CgroupRoots): boolean {
  return memory === undefined && pids === undefined;
}

function working(cgroups: CgroupRoots, disableUserns: boolean): ProbeReport {
  const warnings = [
    ...(disableUserns
      ? []
      : ["This bwrap is older than 0.8 and cannot forbid nested user namespaces; the system call filter does."]),
    ...(seccompFilter() === undefined ? [`There is no system call filter for ${process.arch}.`] : []),
  ];
  return { available: true, capabilities: capabilities(true, cgroups), warnings };
}

function unavailable(reason: string, fix: string): ProbeReport {
  return { available: false, reason, fix, capabilities: capabilities(false, {}), warnings: [] };
}

function fixFor(problem: string): string {
  if (/bash/.test(problem)) return "Install bash below /usr or /bin.";
  return USERNS;
}

function capabilities(exec: boolean, cgroups: CgroupRoots): SandboxCapabilities {
  return {
    isolation: "namespace",
    exec,
    kill: "pidns",
    paths: "kernel",
    network: ["none", "host"],
    limits: {
      memoryBytes: cgroups.memory === undefined ? "rlimit" : "kernel",
      pids: cgroups.pids === undefined ? "rlimit" : "kernel",
      cpus: "none",
      fileBytes: "rlimit",
      diskBytes: "none",
      openFiles: "rlimit",
      tmpBytes: "kernel",
    },
    background: true,
    attach: "same-host",
    stdin: true,
  };
}

function findProgram(name: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin", "/bin"].filter((folder) =>
    folder.startsWith("/"),
  );
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
