import type { HostedSandbox, HostProcessRequest } from "@antler/plugin-api";
import { type BwrapOptions, bwrapArguments, DEFAULT_PATH, encodeArguments } from "./bwrap-arguments.js";
import type { SandboxCgroup } from "./cgroups.js";
import { type CommandLimits, limitedArgv } from "./command-limits.js";
import { endNamespace } from "./end-namespace.js";
import { HOME, LIMITS_FILE } from "./etc-folder.js";
import type { SandboxUser } from "./sandbox-user.js";
import { seccompFilter } from "./seccomp-filter.js";
import { type Stage, stagedPath, stagePrefix } from "./stage.js";

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
    argv: [
      ...(plan.stage === undefined ? [] : stagePrefix(plan.stage, plan.user)),
      plan.bwrap,
      "--args",
      String(FIRST_FD),
      "--",
      ...argvOf(command.command, plan.limits),
    ],
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
