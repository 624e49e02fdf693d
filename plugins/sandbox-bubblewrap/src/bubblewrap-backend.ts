import {
  type HostedCommand,
  type HostedSandbox,
  type HostedSandboxDefinition,
  type HostedSandboxes,
  SandboxError,
  type SandboxProcess,
} from "@antler/plugin-api";
import type { BubblewrapConfig } from "./bubblewrap-config.js";
import { type BwrapCommand, type BwrapPlan, type BwrapProcess, bwrapProcesses } from "./bwrap-command.js";
import { findCgroups, SandboxCgroup, sweepCgroups } from "./cgroups.js";
import { commandLimits, limitsScript } from "./command-limits.js";
import { makeEtc, removeEtc, sweepFolders } from "./etc-folder.js";
import { type Probe, probeBubblewrap } from "./probe-bubblewrap.js";
import { canWrite, giveThreadFolders, sandboxUser } from "./sandbox-user.js";
import { closeStage, openStage } from "./stage.js";

interface OpenPlan extends BwrapPlan {
  readonly process: (command: BwrapCommand) => BwrapProcess;
}

/** Commands in namespaces of their own: one bwrap each, with nothing of the host but /usr and the mounts. */
export class BubblewrapDefinition implements HostedSandboxDefinition {
  readonly name = "bubblewrap";
  readonly #start: HostedSandboxes["start"];
  readonly #config: BubblewrapConfig;
  readonly #dataDir: string;
  readonly #open = new Map<string, OpenPlan>();
  #probe: Probe | undefined;

  constructor(start: HostedSandboxes["start"], config: BubblewrapConfig, dataDir: string) {
    this.#start = start;
    this.#config = config;
    this.#dataDir = dataDir;
  }

  async probe(): Promise<Probe["report"]> {
    this.#probe = await probeBubblewrap(this.#start, this.#config.cgroups ? findCgroups() : {}, this.#config);
    return this.#probe.report;
  }

  async prepare(sandbox: HostedSandbox): Promise<void> {
    const probe = this.#probe;
    if (probe === undefined) throw new SandboxError("unavailable", "The backend has not been probed.");
    giveThreadFolders(sandbox, sandboxUser([], this.#config.uid), this.#dataDir);
    const user = sandboxUser(sandbox.mounts, this.#config.uid);
    const hosts = sandbox.mounts.flatMap(({ source }) => ("host" in source ? [source.host] : []));
    const limits = commandLimits(sandbox.limits);
    const cgroup = new SandboxCgroup(probe.cgroups, sandbox.id, limits);
    const plan: BwrapPlan = {
      bwrap: probe.bwrap,
      sandbox,
      limits,
      user,
      disableUserns: probe.disableUserns,
      systemPaths: this.#config.systemPaths,
      path: this.#config.path,
      etc: makeEtc({
        ...user,
        online: sandbox.network.mode === "host",
        limits: limitsScript(limits, cgroup.entries.length),
      }),
      cgroup,
      stage: undefined,
    };
    this.#open.set(sandbox.id, await this.#staged(plan, hosts));
  }

  /** With owners mapped where that works here, else with plain mounts: the disk or an old kernel may not allow it. */
  async #staged(plan: BwrapPlan, hosts: readonly string[]): Promise<OpenPlan> {
    for (const mapping of [true, false]) {
      const stage = await openStage(hosts, plan.user, mapping).catch(() => "impossible" as const);
      if (stage === undefined) break;
      if (stage === "impossible") continue;
      const staged = { ...plan, stage };
      const process = bwrapProcesses(staged);
      const trial = await this.#start({ ...process({ command: "true", cwd: "/", env: {} }), timeoutMs: 10_000 });
      if ((await trial.exit).exitCode === 0) return { ...staged, process };
      closeStage(stage);
    }
    return { ...plan, process: bwrapProcesses(plan) };
  }

  describe(sandbox: HostedSandbox): string {
    const plan = this.#open.get(sandbox.id);
    const user = plan?.user ?? sandboxUser(sandbox.mounts, this.#config.uid);
    const isMapped = (host: string): boolean =>
      plan?.stage?.sources.some((source) => source.host === host && source.kind === "mapped") === true;
    const folders = sandbox.mounts.map(({ target, source, readOnly }) => {
      if (readOnly === true) return `${target} (read-only)`;
      return "host" in source && !isMapped(source.host) && !canWrite(source.host, user)
        ? `${target} (commands can only read it; use the file tools to write)`
        : target;
    });
    const network =
      sandbox.network.mode === "host" ? "They have the network of this machine." : "They have no network.";
    return `Files: ${folders.join(", ")}. Commands run isolated on Linux, start in ${sandbox.cwd}, and see the same paths. ${network} /tmp and the home folder are empty at the start of each command.`;
  }

  async spawn(command: HostedCommand): Promise<SandboxProcess> {
    const plan = this.#open.get(command.sandbox.id);
    if (plan === undefined) throw new SandboxError("gone", "The sandbox has been closed.");
    return this.#start({ ...command.io, ...plan.process(command) });
  }

  async clean(sandbox: HostedSandbox): Promise<void> {
    const plan = this.#open.get(sandbox.id);
    if (plan === undefined) return;
    this.#open.delete(sandbox.id);
    plan.cgroup.remove();
    removeEtc(plan.etc);
    closeStage(plan.stage);
  }

  async sweep(): Promise<void> {
    sweepCgroups();
    sweepFolders();
  }
}
