import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostedSandbox, HostProcessRequest } from "@antler/plugin-api";
import { type BwrapOptions, bwrapArguments, DEFAULT_PATH, encodeArguments } from "./bwrap-arguments.js";
import type { SandboxCgroup } from "./cgroups.js";
import { type CommandLimits, limitedArgv } from "./command-limits.js";
import { endNamespace } from "./end-namespace.js";
import { HOME, LIMITS_FILE } from "./etc-folder.js";
import { canReach, type SandboxUser } from "./sandbox-user.js";
import { seccompFilter } from "./seccomp-filter.js";

/** What one sandbox needs for each of its commands; made when it is opened. */
export interface BwrapPlan {
  readonly bwrap: string;
  readonly sandbox: Pick<HostedSandbox, "mounts" | "network">;
  readonly limits: CommandLimits;
  readonly user: SandboxUser;
  readonly disableUserns: boolean;
  readonly systemPaths: readonly string[];
  readonly path: string | undefined;
  /** Host folder that stands for /etc. */
  readonly etc: string;
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
  const filter = seccompFilter();
  const options: BwrapOptions = {
    disableUserns: plan.disableUserns,
    systemPaths: plan.systemPaths,
    uid: plan.user.uid,
    gid: plan.user.gid,
    etc: plan.etc,
    tmpBytes: plan.limits.tmpBytes,
    sourceOf: (host) => stagedPath(plan.stage, host),
  };
  const env = {
    PATH: plan.path ?? DEFAULT_PATH,
    HOME,
    TMPDIR: "/tmp",
    LANG: "C.UTF-8",
    USER: "agent",
    ...command.env,
    BASH_ENV: LIMITS_FILE,
  };
  const args = bwrapArguments(plan.sandbox, { cwd: command.cwd, env }, options);
  // Descriptors behind the one of the arguments, in this order.
  const extra = [
    ...(filter === undefined ? [] : ["--seccomp"]),
    ...(plan.cgroup === undefined ? [] : ["--info-fd", "--block-fd"]),
  ];
  const all = [...args, ...extra.flatMap((name, index) => [name, String(FIRST_FD + 1 + index)])];
  const gate = plan.cgroup === undefined ? [] : gateOf(plan.cgroup);
  const drop = plan.user.drop && plan.stage === undefined;
  return {
    argv: [...stagePrefix(plan), plan.bwrap, "--args", String(FIRST_FD), "--", ...argvOf(command.command, plan.limits)],
    env: {},
    cwd: "/",
    ...(drop ? { uid: plan.user.uid, gid: plan.user.gid } : {}),
    files: [encodeArguments(all), ...(filter === undefined ? [] : [filter]), ...gate],
    end: (pid) => endNamespace(pid),
  };
}

/** A shell finds its limits in a file; other programs are started with them. */
function argvOf(command: string | readonly string[], limits: CommandLimits): readonly string[] {
  return typeof command === "string" ? ["bash", "--noprofile", "--norc", "-c", command] : limitedArgv(command, limits);
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
