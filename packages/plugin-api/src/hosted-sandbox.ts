import type { Contribution } from "./extension-point.js";
import type {
  Limits,
  Mount,
  NetworkPolicy,
  ProbeReport,
  SandboxBackend,
  SandboxFs,
  SandboxProcess,
  SpawnRequest,
} from "./sandbox.js";

/** An open sandbox whose mounts are folders of this host, as its backend sees it. */
export interface HostedSandbox {
  /** 128 bits of the hash of its key, in hex. */
  readonly id: string;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  readonly network: NetworkPolicy;
  readonly limits: Limits;
  /** Host folder for what the backend keeps of this sandbox; removed with it. */
  readonly stateDir: string;
  readonly fs: SandboxFs;
}
/** A command whose folder and variable names have been checked. */
export interface HostedCommand {
  readonly sandbox: HostedSandbox;
  readonly command: string | readonly string[];
  /** Path inside the sandbox, in one of its mounts. */
  readonly cwd: string;
  /** `cwd` on the host. */
  readonly hostCwd: string;
  /** Of the sandbox and of this call; the backend adds its own PATH and HOME below. */
  readonly env: Readonly<Record<string, string>>;
  readonly io: HostProcessIo;
}
/** What of a request does not depend on the backend. */
export type HostProcessIo = Pick<SpawnRequest, "stdin" | "timeoutMs" | "signal" | "lifetime">;

/** The part in which backends on this host differ. */
export interface HostedSandboxDefinition {
  readonly name: string;
  /** Finds out by experiment. Called once; the result is kept. */
  probe(): Promise<ProbeReport>;
  describe(sandbox: HostedSandbox, report: ProbeReport): string;
  spawn(command: HostedCommand, report: ProbeReport): Promise<SandboxProcess>;
  /** When a sandbox is opened here, once per open. */
  prepare?(sandbox: HostedSandbox, report: ProbeReport): Promise<void>;
  /** When it is stopped or destroyed; its processes have ended. */
  clean?(sandbox: HostedSandbox): Promise<void>;
  /** Removes what a process that died left behind; called before the first sandbox is opened. */
  sweep?(): Promise<void>;
}

/** A process of the host that stands for one command. */
export interface HostProcessRequest extends HostProcessIo {
  readonly argv: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly uid?: number;
  readonly gid?: number;
  /** File descriptors 3, 4 and so on: what the command reads there, or a descriptor of ours that it is given. */
  readonly files?: readonly (Uint8Array | number)[];
  /** Asked once it has failed: whether a limit ended it or a part of it. Its `reason` is then `limit`. */
  readonly limited?: () => boolean;
  /**
   * Ends the process `pid` and everything below it. Resolves when it has checked that nothing is left, rejects with `orphan`.
   * Default: a signal to the process alone, and waiting for its end.
   */
  readonly end?: (pid: number, signal: "SIGINT" | "SIGTERM" | "SIGKILL") => Promise<void>;
}

/** What a backend that works with folders and processes of this host builds on. */
export interface HostedSandboxes extends Contribution {
  /** Everything but the commands: identity, records that other processes attach by, the file system, release. */
  define(definition: HostedSandboxDefinition): SandboxBackend;
  /** Starts a process with bounded output, timeout, abort and end of what it started. */
  start(request: HostProcessRequest): Promise<SandboxProcess>;
}
