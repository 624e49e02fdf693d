import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { errorText, type HostedSandboxes, type ProbeReport, type SandboxCapabilities } from "@antler/plugin-api";
import { type BwrapPlan, bwrapProcess } from "./bwrap-command.js";
import type { CgroupRoots } from "./cgroups.js";
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
}

/** Runs a command in a sandbox without mounts; an old bwrap gets a second try without its younger option. */
export async function probeBubblewrap(
  start: HostedSandboxes["start"],
  cgroups: CgroupRoots,
  settings: { readonly uid: number; readonly systemPaths: readonly string[]; readonly path: string | undefined },
): Promise<Probe> {
  const bwrap = process.platform === "linux" ? findProgram("bwrap") : undefined;
  if (bwrap === undefined) {
    const reason = process.platform === "linux" ? "bwrap is not installed." : "It needs Linux.";
    return { bwrap: "bwrap", disableUserns: false, report: unavailable(reason, INSTALL) };
  }
  const user = sandboxUser([], settings.uid);
  const limits = commandLimits({});
  const etc = makeEtc({ ...user, online: false, limits: limitsScript(limits) });
  const plan: Omit<BwrapPlan, "disableUserns"> = {
    bwrap,
    sandbox: { mounts: [], network: { mode: "none" } },
    limits,
    user,
    etc,
    systemPaths: settings.systemPaths,
    path: settings.path,
    cgroup: undefined,
    stage: undefined,
  };
  let problem = "";
  try {
    for (const disableUserns of [true, false]) {
      problem = await tryOnce(start, { ...plan, disableUserns });
      if (problem === "") return { bwrap, disableUserns, report: working(cgroups, disableUserns) };
    }
  } finally {
    removeEtc(etc);
  }
  return { bwrap, disableUserns: false, report: unavailable(`A command in bwrap failed: ${problem}`, fixFor(problem)) };
}

/** "" when it worked, else what went wrong. */
async function tryOnce(start: HostedSandboxes["start"], plan: BwrapPlan): Promise<string> {
  try {
    const child = await start({
      ...bwrapProcess(plan, { command: "echo ready", cwd: "/", env: {} }),
      timeoutMs: 10_000,
    });
    const text = { stdout: "", stderr: "" };
    for await (const { stream, data } of child.output) text[stream] += Buffer.from(data).toString("utf8");
    const { exitCode, reason } = await child.exit;
    if (exitCode === 0 && text.stdout === "ready\n") return "";
    return text.stderr.trim().split("\n")[0] || `exit code ${exitCode}, ${reason}`;
  } catch (error) {
    return errorText(error);
  }
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
  if (/prlimit/.test(problem)) return "Install util-linux, which has prlimit.";
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
