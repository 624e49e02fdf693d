import type { HostedSandbox, HostProcessRequest } from "@antler/plugin-api";
import { commandArguments, DEFAULT_PATH, encodeArguments, sandboxArguments } from "./bwrap-arguments.js";
import type { SandboxCgroup } from "./cgroups.js";
import { type CommandLimits, FIRST_ENTRY_FD, limitedArgv, limitedEnv } from "./command-limits.js";
import { endNamespace } from "./end-namespace.js";
import { HOME } from "./etc-folder.js";
import type { SandboxUser } from "./sandbox-user.js";
import { seccompFilter } from "./seccomp-filter.js";
import { type Stage, stagedPath, stagePrefix } from "./stage.js";

/** What one sandbox needs for each of its commands. */
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
  /** Empty where no groups can be made. */
  readonly cgroup: SandboxCgroup;
  readonly stage: Stage | undefined;
}
export interface BwrapCommand {
  readonly command: string | readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}
export type BwrapProcess = Omit<HostProcessRequest, "stdin" | "timeoutMs" | "signal" | "lifetime">;

/** bwrap reads its arguments there. The entries of groups follow, then the filter of system calls, then the stage. */
const ARGUMENTS_FD = FIRST_ENTRY_FD - 1;

/** What makes the process that runs one command: bwrap is our direct child, with nothing of our environment. */
export function bwrapProcesses(plan: BwrapPlan): (command: BwrapCommand) => BwrapProcess {
  const { user, stage, cgroup } = plan;
  const filter = seccompFilter();
  const { entries } = cgroup;
  const filterFd = FIRST_ENTRY_FD + entries.length;
  const files = [
    ...entries,
    ...(filter === undefined ? [] : [filter]),
    ...(stage === undefined ? [] : [stage.namespace]),
  ];
  const fixed = [
    ...sandboxArguments(plan.sandbox, {
      disableUserns: plan.disableUserns,
      systemPaths: plan.systemPaths,
      uid: user.uid,
      gid: user.gid,
      etc: plan.etc,
      tmpBytes: plan.limits.tmpBytes,
      sourceOf: (host) => stagedPath(stage, host),
    }),
    ...(filter === undefined ? [] : ["--seccomp", String(filterFd)]),
  ];
  const start = [
    ...(stage === undefined ? [] : stagePrefix(user, ARGUMENTS_FD + files.length)),
    ...[plan.bwrap, "--args", String(ARGUMENTS_FD), "--"],
  ];
  const usual = { PATH: plan.path ?? DEFAULT_PATH, HOME, TMPDIR: "/tmp", LANG: "C.UTF-8", USER: "agent" };
  return ({ command, cwd, env }) => {
    const args = [...fixed, ...commandArguments(cwd, limitedEnv({ ...usual, ...env }))];
    const before = cgroup.endedForMemory;
    return {
      argv: [...start, ...limitedArgv(command)],
      env: {},
      cwd: "/",
      ...(user.drop && stage === undefined ? { uid: user.uid, gid: user.gid } : {}),
      files: [encodeArguments(args), ...files],
      end: (pid) => endNamespace(pid),
      limited: () => cgroup.endedForMemory > before,
    };
  };
}
