import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Writable } from "node:stream";
import {
  type ExitStatus,
  errorText,
  type HostProcessRequest,
  SandboxError,
  type SandboxProcess,
  type SpawnRequest,
} from "@antler/plugin-api";
import { OutputQueue } from "../exec/output-queue.js";

/** How long the pipes may stay open once everything has ended, milliseconds. */
const DRAIN_MS = 500;
/** How long a polite signal may take before SIGKILL, milliseconds. */
const GRACE_MS = 2000;
type EndSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/**
 * Starts a process in a session of its own. Timeout and abort end it, with everything below it, by SIGKILL.
 * Throws SandboxError `aborted`, or `unavailable` when the program is not there.
 */
export async function startHostProcess(request: HostProcessRequest): Promise<SandboxProcess> {
  if (request.signal?.aborted === true) throw new SandboxError("aborted", "The call was cancelled before it began.");
  const [program = "", ...args] = request.argv;
  const child = spawn(program, args, {
    ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
    ...(request.uid === undefined ? {} : { uid: request.uid }),
    ...(request.gid === undefined ? {} : { gid: request.gid }),
    env: { ...request.env },
    detached: true,
    stdio: [
      request.stdin === undefined ? "ignore" : "pipe",
      "pipe",
      "pipe",
      ...(request.files ?? []).map((file) => (typeof file === "number" ? file : ("pipe" as const))),
    ],
  });
  try {
    await once(child, "spawn");
  } catch (error) {
    throw new SandboxError("unavailable", `${program} could not be started: ${errorText(error)}`, { cause: error });
  }
  return new HostProcess(child, request);
}

class HostProcess implements SandboxProcess {
  readonly id: string = randomUUID();
  readonly output: OutputQueue = new OutputQueue();
  readonly exit: Promise<ExitStatus>;
  readonly #child: ChildProcess;
  readonly #pid: number;
  readonly #request: HostProcessRequest;
  readonly #started = performance.now();
  #reason: ExitStatus["reason"] = "exit";
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, request: HostProcessRequest) {
    this.#child = child;
    this.#pid = child.pid ?? 0;
    this.#request = request;
    this.#pipe();
    this.exit = this.#run();
  }

  async kill(signal: EndSignal = "SIGKILL"): Promise<void> {
    if (signal !== "SIGKILL") {
      await this.#request.end?.(this.#pid, signal);
      if (this.#request.end === undefined) this.#child.kill(signal);
      const late = new Promise<"late">((resolve) => void setTimeout(resolve, GRACE_MS, "late").unref());
      if ((await Promise.race([this.exit, late])) !== "late") return;
    }
    await this.#end();
    await this.exit;
  }

  /** Once: the second caller waits for the first. */
  #end(): Promise<void> {
    this.#ending ??= this.#request.end?.(this.#pid, "SIGKILL") ?? this.#killAlone();
    return this.#ending;
  }

  async #killAlone(): Promise<void> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  #stopFor(reason: "timeout" | "abort"): void {
    if (this.#reason === "exit") this.#reason = reason;
    // What cannot be ended is reported to those who call kill().
    this.#end().catch(() => undefined);
  }

  async #run(): Promise<ExitStatus> {
    const { timeoutMs, signal, lifetime } = this.#request;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => this.#stopFor("timeout"), Math.min(timeoutMs, 2 ** 31 - 1));
    const onAbort = (): void => this.#stopFor("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    const closed = once(this.#child, "close");
    const [exitCode, exitSignal] = (await exited(this.#child)) as [number | null, string | null];
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    const durationMs = performance.now() - this.#started;
    if (lifetime !== "sandbox") await this.#end().catch(() => undefined);
    await Promise.race([closed, new Promise((resolve) => void setTimeout(resolve, DRAIN_MS).unref())]);
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    this.output.end();
    const failed = this.#reason === "exit" && exitCode !== 0;
    const reason = failed && this.#request.limited?.() === true ? "limit" : this.#reason;
    return { exitCode, signal: exitSignal, reason, durationMs };
  }

  #pipe(): void {
    const sources = [
      ["stdout", this.#child.stdout],
      ["stderr", this.#child.stderr],
    ] as const;
    for (const [stream, source] of sources) {
      source?.on("data", (data: Buffer) => {
        if (!this.output.push({ stream, data })) source.pause();
      });
      source?.on("error", () => undefined);
    }
    this.output.onRoom = (): void => {
      for (const [, source] of sources) source?.resume();
    };
    for (const [index, data] of (this.#request.files ?? []).entries()) {
      if (typeof data === "number") continue;
      const file = this.#child.stdio[index + 3] as Writable;
      file.on("error", () => undefined);
      file.end(data);
    }
    const { stdin } = this.#child;
    if (stdin === null || this.#request.stdin === undefined) return;
    stdin.on("error", () => undefined);
    void feed(stdin, this.#request.stdin);
  }
}

async function exited(child: ChildProcess): Promise<unknown[]> {
  if (child.exitCode !== null || child.signalCode !== null) return [child.exitCode, child.signalCode];
  return once(child, "exit");
}

async function feed(stdin: Writable, input: NonNullable<SpawnRequest["stdin"]>): Promise<void> {
  if (typeof input === "string" || input instanceof Uint8Array) {
    stdin.end(input);
    return;
  }
  try {
    for await (const data of input)
      if (!stdin.destroyed && !stdin.write(data)) await once(stdin, "drain").catch(() => undefined);
  } finally {
    stdin.end();
  }
}
