import {
  type HostedSandbox,
  type HostedSandboxDefinition,
  type ProbeReport,
  type Sandbox,
  SandboxError,
  type SandboxProcess,
  type SandboxRef,
  type SpawnRequest,
} from "@antler/plugin-api";
import { assertEnv } from "../env/env-names.js";
import { resolveVirtualPath } from "../paths/resolve-virtual-path.js";
import { mapVirtualPath } from "../paths/virtual-path.js";
import { ProcessRecords } from "./process-records.js";

/** One sandbox that is open in this process. */
export class OpenSandbox implements Sandbox {
  readonly ref: SandboxRef;
  readonly hosted: HostedSandbox;
  readonly description: string;
  readonly #definition: HostedSandboxDefinition;
  readonly #report: ProbeReport;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running = new Map<string, SandboxProcess>();
  readonly #records: ProcessRecords;
  #stopped = false;

  constructor(
    ref: SandboxRef,
    hosted: HostedSandbox,
    definition: HostedSandboxDefinition,
    report: ProbeReport,
    env: Readonly<Record<string, string>>,
  ) {
    this.ref = ref;
    this.hosted = hosted;
    this.#definition = definition;
    this.#report = report;
    this.#env = env;
    this.#records = new ProcessRecords(hosted.stateDir);
    this.description = definition.describe(hosted, report);
  }

  get capabilities(): Sandbox["capabilities"] {
    return this.#report.capabilities;
  }
  get cwd(): string {
    return this.hosted.cwd;
  }
  get mounts(): Sandbox["mounts"] {
    return this.hosted.mounts;
  }
  get fs(): Sandbox["fs"] {
    return this.hosted.fs;
  }

  async spawn(request: SpawnRequest): Promise<SandboxProcess> {
    if (this.#stopped) throw new SandboxError("gone", `The sandbox ${this.ref.id} has been stopped.`);
    if (!this.capabilities.exec)
      throw new SandboxError("unsupported", this.#report.reason ?? `Backend ${this.ref.backend} runs no commands.`, {
        ...(this.#report.fix === undefined ? {} : { hint: this.#report.fix }),
      });
    assertCommand(request.command);
    assertEnv(request.env ?? {});
    if (request.lifetime === "sandbox" && !this.capabilities.background)
      throw new SandboxError("unsupported", `Backend ${this.ref.backend} keeps no processes behind a call.`);
    const cwd = request.cwd ?? this.cwd;
    // The usual folder is the root of a mount: no links on its way.
    const hostCwd =
      request.cwd === undefined ? mapVirtualPath(this.mounts, cwd) : await resolveVirtualPath(this.mounts, cwd);
    const process = await this.#definition.spawn(
      {
        sandbox: this.hosted,
        command: request.command,
        cwd,
        hostCwd,
        env: { ...this.#env, ...request.env },
        io: request,
      },
      this.#report,
    );
    await this.#track(process, request);
    return process;
  }

  async processes(): Promise<readonly { readonly id: string; readonly command: string; readonly startedAt: number }[]> {
    return (await this.#records.list()).map(({ id, command, startedAt }) => ({ id, command, startedAt }));
  }

  async process(id: string): Promise<SandboxProcess> {
    const running = this.#running.get(id);
    if (running !== undefined) return running;
    const other = (await this.#records.list()).find((record) => record.id === id);
    if (other === undefined) throw new SandboxError("not_found", `There is no process ${id} in this sandbox.`);
    throw new SandboxError("unsupported", `Only process ${other.owner.pid}, which started ${id}, can end or read it.`);
  }

  /** Ends every process; later spawns throw `gone`. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#running.values()].map((process) => process.kill("SIGKILL")));
  }

  async #track(process: SandboxProcess, { command, lifetime }: SpawnRequest): Promise<void> {
    this.#running.set(process.id, process);
    void process.exit.finally(() => this.#running.delete(process.id));
    if (lifetime !== "sandbox") return;
    const shown = typeof command === "string" ? command : command.join(" ");
    await this.#records.add({ id: process.id, command: shown, startedAt: Date.now() });
    void process.exit.then(() => this.#records.remove(process.id));
  }
}

function assertCommand(command: string | readonly string[]): void {
  const parts = typeof command === "string" ? [command] : command;
  if (parts.length === 0 || parts[0] === "") throw new SandboxError("invalid_argument", "The command is empty.");
  if (parts.some((part) => part.includes("\0")))
    throw new SandboxError("invalid_argument", "The command contains a NUL character.");
}
