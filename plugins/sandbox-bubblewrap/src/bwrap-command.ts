import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostedSandbox, HostProcessRequest, Limits } from "@antler/plugin-api";
import { type BwrapOptions, bwrapArguments, DEFAULT_PATH, encodeArguments, HOME } from "./bwrap-arguments.js";
import type { SandboxCgroup } from "./cgroups.js";
import { endNamespace } from "./end-namespace.js";
import { canReach, type SandboxUser } from "./sandbox-user.js";
import { seccompFilter } from "./seccomp-filter.js";

/** 2 GiB of data a process, 256 processes, 100 MiB a file and in /tmp, 1024 open files. */
export const DEFAULT_LIMITS: Required<Pick<Limits, "memoryBytes" | "pids" | "fileBytes" | "openFiles" | "tmpBytes">> = {
  memoryBytes: 2 * 1024 ** 3,
  pids: 256,
  fileBytes: 100 * 1024 ** 2,
  openFiles: 1024,
  tmpBytes: 100 * 1024 ** 2,
};

/** What one sandbox needs for each of its commands; made when it is opened. */
export interface BwrapPlan {
  readonly bwrap: string;
  readonly sandbox: Pick<HostedSandbox, "mounts" | "network" | "limits">;
  readonly user: SandboxUser;
  readonly disableUserns: boolean;
  readonly systemPaths: readonly string[];
  readonly path: string | undefined;
  readonly cgroup: SandboxCgroup | undefined;
  readonly stage: Stage | undefined;
}
/** Mount points for host folders that the user of commands cannot get to by their path. */
export interface Stage {
  readonly folder: string;
  readonly sources: readonly string[];
}

const FIRST_FD = 3;

/** The process that runs one command: bwrap is our direct child, with nothing of our environment. */
export function bwrapProcess(
  plan: BwrapPlan,
  command: {
    readonly command: string | readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
  },
): Omit<HostProcessRequest, "stdin" | "timeoutMs" | "signal" | "lifetime"> {
  const limits = { ...DEFAULT_LIMITS, ...plan.sandbox.limits };
  const filter = seccompFilter();
  const options: BwrapOptions = {
    disableUserns: plan.disableUserns,
    systemPaths: plan.systemPaths,
    uid: plan.user.uid,
    gid: plan.user.gid,
    tmpBytes: limits.tmpBytes,
    sourceOf: (host) => stagedPath(plan.stage, host),
  };
  const env = { PATH: plan.path ?? DEFAULT_PATH, HOME, TMPDIR: "/tmp", LANG: "C.UTF-8", USER: "agent", ...command.env };
  // Descriptors: the arguments, then the filter, the gate, and the small files.
  const extra = [
    ...(filter === undefined ? [] : ["--seccomp"]),
    ...(plan.cgroup === undefined ? [] : ["--info-fd", "--block-fd"]),
  ];
  const { args, files } = bwrapArguments(plan.sandbox, { cwd: command.cwd, env }, options, FIRST_FD + 1 + extra.length);
  const gate = plan.cgroup === undefined ? [] : gateOf(plan.cgroup);
  const all = [...args, ...extra.flatMap((name, index) => [name, String(FIRST_FD + 1 + index)])];
  const drop = plan.user.drop && plan.stage === undefined;
  return {
    argv: [...stagePrefix(plan), plan.bwrap, "--args", String(FIRST_FD), "--", ...limited(limits, command.command)],
    env: {},
    cwd: "/",
    ...(drop ? { uid: plan.user.uid, gid: plan.user.gid } : {}),
    files: [encodeArguments(all), ...(filter === undefined ? [] : [filter]), ...gate, ...files],
    end: (pid) => endNamespace(pid),
  };
}

/** Limits are set inside, so that processes are counted in the sandbox's own user namespace and not for the user on the host. */
function limited(limits: typeof DEFAULT_LIMITS, command: string | readonly string[]): readonly string[] {
  const argv = typeof command === "string" ? ["bash", "--noprofile", "--norc", "-c", command] : command;
  return [
    ...["/usr/bin/prlimit", "--core=0", `--nproc=${limits.pids}`, `--fsize=${limits.fileBytes}`],
    ...[`--nofile=${limits.openFiles}`, `--data=${limits.memoryBytes}`, "--"],
    ...argv,
  ];
}

/** bwrap tells the pid of what it has made on the first descriptor, and lets it run when the second one ends. */
function gateOf(cgroup: SandboxCgroup): NonNullable<HostProcessRequest["files"]> {
  let open = (): void => undefined;
  const taken = new Promise<void>((resolve) => {
    open = resolve;
  });
  return [
    async ({ written }) => {
      const info = JSON.parse(Buffer.from(await written()).toString("utf8")) as { readonly "child-pid": number };
      cgroup.take(info["child-pid"]);
      open();
      return new Uint8Array();
    },
    async () => {
      await taken;
      return new Uint8Array();
    },
  ];
}

/** As root: folders below a closed one, such as /root, are bound to a stage in a mount namespace of their own first. */
export function openStage(hosts: readonly string[], user: SandboxUser): Stage | undefined {
  if (!user.drop || hosts.every((host) => canReach(host, user))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "antler-stage-"));
  return { folder, sources: hosts };
}

export function closeStage(stage: Stage | undefined): void {
  if (stage !== undefined) rmSync(stage.folder, { recursive: true, force: true });
}

function stagedPath(stage: Stage | undefined, host: string): string {
  const index = stage?.sources.indexOf(host) ?? -1;
  return stage === undefined || index === -1 ? host : join(stage.folder, String(index));
}

/** Opens the stage to others only inside its mount namespace: there is nothing in it outside. */
const STAGE_SCRIPT = `set -e
mount -t tmpfs -o mode=0755 antler "$1"
folder=$1 user=$2 group=$3 count=$4
shift 4
n=0
while [ "$n" -lt "$count" ]; do mkdir "$folder/$n"; mount --rbind -- "$1" "$folder/$n"; shift; n=$((n + 1)); done
exec setpriv --reuid "$user" --regid "$group" --clear-groups -- "$@"`;

function stagePrefix(plan: BwrapPlan): readonly string[] {
  const { stage, user } = plan;
  if (stage === undefined) return [];
  return [
    ...["/usr/bin/unshare", "--mount", "--", "/bin/sh", "-c", STAGE_SCRIPT, "sh"],
    ...[stage.folder, String(user.uid), String(user.gid), String(stage.sources.length)],
    ...stage.sources,
  ];
}
