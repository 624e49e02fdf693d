import type { AgentContext } from "./agent.js";
import { AntlerError, isAntlerError } from "./antler-error.js";
import type { Contribution } from "./extension-point.js";
import type { Json } from "./json.js";
import type { ThreadState } from "./thread-state.js";

/**
 * Names one open sandbox. Secret-free and serialisable: it goes into agent state, checkpoints and queue jobs,
 * and any process with the backend's plugin can attach by it.
 */
export interface SandboxRef {
  readonly v: 1;
  readonly backend: string;
  readonly id: string;
  readonly data?: { readonly [key: string]: Json };
}

export interface Mount {
  /** Absolute path inside the sandbox, e.g. `/mnt/user-data/workspace`. */
  readonly target: string;
  readonly source: { readonly host: string } | { readonly volume: string } | { readonly memory: true };
  readonly readOnly?: boolean;
}
/** Absent: the backend's default. */
export interface Limits {
  readonly memoryBytes?: number;
  readonly pids?: number;
  readonly cpus?: number;
  readonly fileBytes?: number;
  readonly diskBytes?: number;
  readonly openFiles?: number;
  readonly tmpBytes?: number;
}
export type NetworkPolicy =
  | { readonly mode: "none" }
  | { readonly mode: "host" }
  | { readonly mode: "allow"; readonly hosts: readonly string[] };

export interface SandboxSpec {
  /** Identity, e.g. the thread id. `acquire` is idempotent per key. */
  readonly key: string;
  readonly mounts: readonly Mount[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly network?: NetworkPolicy;
  readonly limits?: Limits;
}

export type Isolation = "none" | "interpreter" | "namespace" | "container" | "vm";
/** Who enforces a limit. */
export type Enforcement = "kernel" | "rlimit" | "none";
export interface SandboxCapabilities {
  readonly isolation: Isolation;
  /** Whether `spawn` runs anything at all here. */
  readonly exec: boolean;
  readonly kill: "pgroup" | "pidns" | "cgroup" | "container" | "interpreter";
  /** How a virtual path reaches the host path: mounted, translated by us, or not at all. */
  readonly paths: "kernel" | "translated" | "host";
  readonly network: readonly NetworkPolicy["mode"][];
  readonly limits: Readonly<Record<keyof Limits, Enforcement>>;
  /** Processes may outlive the call that started them. */
  readonly background: boolean;
  readonly attach: "same-host" | "anywhere" | "same-process";
  readonly stdin: boolean;
}
export interface ProbeReport {
  readonly available: boolean;
  readonly reason?: string;
  /** What to install or set, when not available or weaker than it could be. */
  readonly fix?: string;
  readonly capabilities: SandboxCapabilities;
  readonly warnings: readonly string[];
}

/** A kind of sandbox. */
export interface SandboxBackend extends Contribution {
  /** Finds out by experiment (really runs a command), never by version sniffing. The result is cached. */
  probe(): Promise<ProbeReport>;
  acquire(spec: SandboxSpec, options?: { readonly signal?: AbortSignal }): Promise<Sandbox>;
  /** Throws SandboxError `gone` when it no longer exists. */
  attach(ref: SandboxRef, options?: { readonly signal?: AbortSignal }): Promise<Sandbox>;
  /** keep: drop this handle only; stop: end processes, keep files; destroy: both. */
  release(ref: SandboxRef, how: "keep" | "stop" | "destroy"): Promise<void>;
  list?(): AsyncIterable<SandboxRef>;
  /** Ends every process that this backend started. */
  dispose(): Promise<void>;
}

/** One open sandbox. */
export interface Sandbox {
  readonly ref: SandboxRef;
  readonly capabilities: SandboxCapabilities;
  readonly cwd: string;
  readonly mounts: readonly Mount[];
  /** One paragraph for the model: paths, network, limits, what is not possible. */
  readonly description: string;
  /** The only execution primitive; bounded capture is written once above it. Throws SandboxError `unsupported` without a shell. */
  spawn(request: SpawnRequest): Promise<SandboxProcess>;
  /** Running processes started with lifetime `sandbox`, also those that another OS process started. */
  processes(): Promise<readonly { readonly id: string; readonly command: string; readonly startedAt: number }[]>;
  /** One of them, or of this OS process's calls. Throws `not_found`, and `unsupported` where only the OS process that started it can do this. */
  process(id: string): Promise<SandboxProcess>;
  readonly fs: SandboxFs;
}

export interface SpawnRequest {
  /** string: run by `bash -c`; array: argv, no shell. */
  readonly command: string | readonly string[];
  readonly cwd?: string;
  /** For this call only; names must match ^[A-Za-z_][A-Za-z0-9_]*$ (else `invalid_argument`). Values are never logged. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: EOF. */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Wall clock, milliseconds. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** `call` (default): everything it started ends with it. `sandbox`: it may go on until the sandbox stops. */
  readonly lifetime?: "call" | "sandbox";
}
export interface OutputChunk {
  readonly stream: "stdout" | "stderr";
  readonly data: Uint8Array;
}
export interface SandboxProcess {
  readonly id: string;
  /** Arrival order, raw bytes, one consumer. When nobody reads, data is dropped after a bounded buffer; the child never blocks. */
  readonly output: AsyncIterable<OutputChunk>;
  readonly exit: Promise<ExitStatus>;
  /** The whole tree. Resolves only when the backend has checked that nothing is left, else rejects with `orphan`. */
  kill(signal?: "SIGINT" | "SIGTERM" | "SIGKILL"): Promise<void>;
}
export interface ExitStatus {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly reason: "exit" | "timeout" | "abort" | "limit" | "lost";
  readonly durationMs: number;
}

export interface FsOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}
export interface FileInfo {
  readonly path: string;
  readonly type: "file" | "dir" | "symlink" | "other";
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
}
export interface GrepQuery {
  readonly pattern: string;
  readonly literal?: boolean;
  readonly ignoreCase?: boolean;
  readonly path?: string;
  readonly glob?: string;
  readonly limit?: number;
  /** Also search what listing and searching leave out: `node_modules`, `.git`, build output. */
  readonly includeIgnored?: boolean;
}
export interface GrepMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}
export interface Page<T> {
  readonly items: readonly T[];
  readonly truncated: boolean;
}
export interface ListingOptions {
  readonly limit?: number;
  /** Also what listing and searching leave out: `node_modules`, `.git`, build output. */
  readonly includeIgnored?: boolean;
}
/** All paths are paths inside the sandbox. An `etag` changes whenever the content does. */
export interface SandboxFs {
  stat(path: string, options?: FsOptions): Promise<FileInfo>;
  readFile(
    path: string,
    options?: FsOptions & { readonly offset?: number; readonly length?: number; readonly maxBytes?: number },
  ): Promise<{ readonly data: Uint8Array; readonly etag: string }>;
  /** With `ifMatch`, throws `conflict` when the file has changed since that etag was read. */
  writeFile(
    path: string,
    data: Uint8Array | string,
    options?: FsOptions & { readonly mode?: "create" | "overwrite" | "append"; readonly ifMatch?: string },
  ): Promise<{ readonly etag: string }>;
  mkdir(path: string, options?: FsOptions): Promise<void>;
  remove(path: string, options?: FsOptions & { readonly recursive?: boolean }): Promise<void>;
  list(path: string, options?: FsOptions & ListingOptions & { readonly depth?: number }): Promise<Page<FileInfo>>;
  glob(
    pattern: string,
    options?: FsOptions & ListingOptions & { readonly cwd?: string; readonly includeDirs?: boolean },
  ): Promise<Page<string>>;
  grep(query: GrepQuery, options?: FsOptions): Promise<Page<GrepMatch>>;
}

export type SandboxErrorReason =
  | "unavailable"
  | "gone"
  | "capacity"
  | "unsupported"
  | "invalid_argument"
  | "not_found"
  | "exists"
  | "permission_denied"
  | "read_only"
  | "is_directory"
  | "not_directory"
  | "not_regular_file"
  | "too_large"
  | "conflict"
  | "timeout"
  | "aborted"
  | "orphan"
  | "transport";
/** What a sandbox throws; tools turn it into a sentence for the model. */
export class SandboxError extends AntlerError {
  readonly reason: SandboxErrorReason;

  constructor(
    reason: SandboxErrorReason,
    message: string,
    options: { readonly hint?: string; readonly cause?: unknown } = {},
  ) {
    super({ code: "ANTLER_SANDBOX", message, ...options });
    this.name = "SandboxError";
    this.reason = reason;
  }
}
/** Use instead of `instanceof`. */
export function isSandboxError(error: unknown, reason?: SandboxErrorReason): error is SandboxError {
  return isAntlerError(error, "ANTLER_SANDBOX") && (reason === undefined || (error as SandboxError).reason === reason);
}

/** Gives an agent's tools the sandbox of their thread. */
export interface SandboxService extends Contribution {
  /** Acquired lazily, once per thread however many ask at the same time; attached where the state already names one. */
  open(context: AgentContext, state: ThreadState): Promise<Sandbox>;
  /** Whether commands can run, and if not, why and how to enable them. Known once the platform has started. */
  shell(): { readonly available: true } | { readonly available: false; readonly reason: string; readonly fix: string };
}

/** A safe file system over mounted host folders; what a backend whose mounts are host folders uses for its `fs`. */
export interface MountedFs extends Contribution {
  open(mounts: readonly Mount[], cwd: string): SandboxFs;
}
