import {
  errorText,
  type HostedCommand,
  type HostedSandbox,
  type HostedSandboxDefinition,
  type Limits,
  type Mount,
  type ProbeReport,
  type SandboxCapabilities,
  SandboxError,
  type SandboxProcess,
  type SpawnRequest,
} from "@antler/plugin-api";
import { type ShellJob, ShellWorkers } from "./shell-workers.js";
import { type VirtualFiles, virtualFiles } from "./virtual-files.js";
import { VirtualProcess } from "./virtual-process.js";

/** 100 MiB a file and in /tmp, 512 MiB of memory a command. */
const DEFAULT_LIMITS: Required<Pick<Limits, "fileBytes" | "tmpBytes" | "memoryBytes">> = {
  fileBytes: 100 * 1024 ** 2,
  tmpBytes: 100 * 1024 ** 2,
  memoryBytes: 512 * 1024 ** 2,
};
/** What one command may print, bytes. */
const OUTPUT_BYTES = 32 * 1024 ** 2;
const CAPABILITIES: SandboxCapabilities = {
  isolation: "interpreter",
  exec: true,
  kill: "interpreter",
  paths: "translated",
  network: ["none"],
  limits: {
    memoryBytes: "rlimit",
    pids: "none",
    cpus: "none",
    fileBytes: "rlimit",
    diskBytes: "none",
    openFiles: "none",
    tmpBytes: "rlimit",
  },
  background: false,
  attach: "same-host",
  stdin: true,
};

/** A simulated shell: no process is started, so there is nothing to leave. */
export class VirtualDefinition implements HostedSandboxDefinition {
  readonly name = "virtual";
  readonly #workers: ShellWorkers;
  #open = 0;

  constructor(memoryBytes: number = DEFAULT_LIMITS.memoryBytes) {
    this.#workers = new ShellWorkers(Math.ceil(memoryBytes / 1024 ** 2));
  }

  async probe(): Promise<ProbeReport> {
    const noFiles: VirtualFiles = { call: async () => Promise.reject(new Error("ENOENT: no such file or directory")) };
    const job: ShellJob = { command: "echo ready", cwd: "/", env: {}, roots: [], tmpBytes: 1024, outputBytes: 1024 };
    try {
      const result = await this.#workers.run(job, noFiles, AbortSignal.timeout(20_000));
      if (result?.exitCode === 0) return { available: true, capabilities: CAPABILITIES, warnings: [] };
      return unavailable(`The simulated shell answered with exit code ${result?.exitCode ?? "none"}.`);
    } catch (error) {
      return unavailable(`The simulated shell does not start: ${errorText(error)}`);
    }
  }

  async prepare(): Promise<void> {
    this.#open++;
  }

  describe(sandbox: HostedSandbox): string {
    const folders = sandbox.mounts
      .map(({ target, readOnly }) => `${target}${readOnly === true ? " (read-only)" : ""}`)
      .join(", ");
    return `Files: ${folders}. Commands run in a simulated bash that starts in ${sandbox.cwd}: the usual text tools (grep, sed, awk, jq, find, sort) work; there are no other programs, no compilers, no network, no links and no background jobs.`;
  }

  async spawn(command: HostedCommand): Promise<SandboxProcess> {
    const { sandbox, io } = command;
    if (io.signal?.aborted === true) throw new SandboxError("aborted", "The call was cancelled before it began.");
    const limits = { ...DEFAULT_LIMITS, ...sandbox.limits };
    const stdin = await bytesOf(io.stdin);
    const job: ShellJob = {
      command: typeof command.command === "string" ? command.command : command.command.map(quoted).join(" "),
      cwd: command.cwd,
      env: {
        HOME: "/home/agent",
        USER: "agent",
        PATH: "/usr/bin:/bin",
        TMPDIR: "/tmp",
        LANG: "C.UTF-8",
        ...command.env,
      },
      roots: outermost(sandbox.mounts),
      tmpBytes: limits.tmpBytes,
      outputBytes: OUTPUT_BYTES,
      ...(stdin === undefined ? {} : { stdin: stdin.toString("latin1") }),
    };
    return new VirtualProcess(this.#workers, job, virtualFiles(sandbox.fs, { maxFileBytes: limits.fileBytes }), io);
  }

  async clean(): Promise<void> {
    this.#open--;
    if (this.#open <= 0) await this.#workers.dispose();
  }
}

function unavailable(reason: string): ProbeReport {
  return {
    available: false,
    reason,
    fix: "Reinstall @antler/sandbox-virtual with its dependencies.",
    capabilities: { ...CAPABILITIES, exec: false },
    warnings: [],
  };
}

/** One root stands for the mounts below it: the files behind it know them all. */
function outermost(mounts: readonly Mount[]): readonly string[] {
  const targets = mounts.map(({ target }) => target);
  return targets.filter((target) => !targets.some((other) => other !== target && target.startsWith(`${other}/`)));
}

function quoted(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

async function bytesOf(stdin: SpawnRequest["stdin"]): Promise<Buffer | undefined> {
  if (stdin === undefined) return undefined;
  if (typeof stdin === "string") return Buffer.from(stdin, "utf8");
  if (stdin instanceof Uint8Array) return Buffer.from(stdin);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}
