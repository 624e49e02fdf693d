import { randomUUID } from "node:crypto";
import {
  type ExitStatus,
  errorText,
  type HostProcessIo,
  type OutputChunk,
  type SandboxProcess,
} from "@antler/plugin-api";
import type { ShellJob, ShellResult, ShellWorkers } from "./shell-workers.js";
import type { VirtualFiles } from "./virtual-files.js";

/** One command of the simulated shell. Its output comes when it has ended. */
export class VirtualProcess implements SandboxProcess {
  readonly id: string = randomUUID();
  readonly exit: Promise<ExitStatus>;
  readonly #stop = new AbortController();
  readonly #result: Promise<{ readonly status: ExitStatus; readonly chunks: readonly OutputChunk[] }>;
  #reason: ExitStatus["reason"] = "exit";
  #killed: string | null = null;

  constructor(
    workers: ShellWorkers,
    job: ShellJob,
    files: VirtualFiles,
    io: Pick<HostProcessIo, "timeoutMs" | "signal">,
  ) {
    this.#result = this.#run(workers, job, files, io);
    this.exit = this.#result.then(({ status }) => status);
  }

  get output(): AsyncIterable<OutputChunk> {
    const result = this.#result;
    return {
      async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk, void, void> {
        yield* (await result).chunks;
      },
    };
  }

  async kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL" = "SIGKILL"): Promise<void> {
    this.#killed = signal;
    this.#stop.abort();
    await this.exit;
  }

  async #run(
    workers: ShellWorkers,
    job: ShellJob,
    files: VirtualFiles,
    { timeoutMs, signal }: Pick<HostProcessIo, "timeoutMs" | "signal">,
  ): Promise<{ readonly status: ExitStatus; readonly chunks: readonly OutputChunk[] }> {
    const started = performance.now();
    const stopFor = (reason: "timeout" | "abort"): void => {
      if (this.#reason === "exit") this.#reason = reason;
      this.#stop.abort();
    };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(stopFor, Math.min(timeoutMs, 2 ** 31 - 1), "timeout");
    const onAbort = (): void => stopFor("abort");
    signal?.addEventListener("abort", onAbort, { once: true });
    let result: ShellResult | undefined;
    try {
      result = await workers.run(job, files, this.#stop.signal);
    } catch (error) {
      this.#reason = "limit";
      result = { exitCode: 137, stdout: new Uint8Array(), stderr: Buffer.from(`bash: ended: ${errorText(error)}\n`) };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    }
    const signalName = result === undefined ? (this.#killed ?? "SIGKILL") : null;
    const status = {
      exitCode: result?.exitCode ?? null,
      signal: signalName,
      reason: this.#reason,
      durationMs: performance.now() - started,
    };
    return { status, chunks: result === undefined ? [] : chunksOf(result) };
  }
}

function chunksOf({ stdout, stderr }: ShellResult): readonly OutputChunk[] {
  const chunks: OutputChunk[] = [
    { stream: "stdout", data: stdout },
    { stream: "stderr", data: stderr },
  ];
  return chunks.filter(({ data }) => data.length > 0);
}
