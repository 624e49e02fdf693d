import { Worker } from "node:worker_threads";
import { errorText } from "@antler/plugin-api";
import type { VirtualFiles } from "./virtual-files.js";

/** One command for the simulated shell. */
export interface ShellJob {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly roots: readonly string[];
  /** Each character one byte. */
  readonly stdin?: string;
  readonly tmpBytes: number;
  readonly outputBytes: number;
}
export interface ShellResult {
  readonly exitCode: number;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}
type FromWorker =
  | { readonly type: "file"; readonly call: number; readonly op: string; readonly args: readonly unknown[] }
  | ({ readonly type: "done" } & ShellResult);

/** Threads kept for the next command: loading the shell takes a tenth of a second. */
const MAX_IDLE = 2;

/** Threads that run simulated commands. A thread has one command at a time and is ended with one that is cancelled. */
export class ShellWorkers {
  readonly #idle: Worker[] = [];
  readonly #memoryMb: number;

  /** `memoryMb`: of one thread; above it the thread ends, and nothing else. */
  constructor(memoryMb: number) {
    this.#memoryMb = memoryMb;
  }

  /** Resolves with undefined when it was cancelled by `stop`, and rejects when the thread ran out of memory. */
  run(job: ShellJob, files: VirtualFiles, stop: AbortSignal): Promise<ShellResult | undefined> {
    const worker = this.#idle.pop() ?? this.#start();
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void, reuse: boolean): void => {
        worker.off("error", onError).off("exit", onExit).off("message", onMessage);
        stop.removeEventListener("abort", onStop);
        if (reuse && this.#idle.length < MAX_IDLE) {
          worker.unref();
          this.#idle.push(worker);
          finish();
        } else void worker.terminate().then(finish, finish);
      };
      const onStop = (): void => settle(() => resolve(undefined), false);
      const onError = (error: unknown): void => settle(() => reject(error), false);
      const onExit = (): void => settle(() => reject(new Error("its thread has ended")), false);
      const onMessage = (message: FromWorker): void => {
        if (message.type === "done") settle(() => resolve(message), true);
        else void answer(worker, message, files);
      };
      stop.addEventListener("abort", onStop, { once: true });
      worker.on("error", onError).on("exit", onExit).on("message", onMessage);
      worker.ref();
      worker.postMessage({ type: "run", job });
    });
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((worker) => worker.terminate()));
  }

  #start(): Worker {
    const worker = new Worker(new URL("./shell-worker.mjs", import.meta.url), {
      // Nothing of our environment, and none of the flags that node was started with.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
    // One that fails while nobody uses it must not end the process, nor be used again.
    worker
      .on("error", () => undefined)
      .once("exit", () => {
        const index = this.#idle.indexOf(worker);
        if (index !== -1) this.#idle.splice(index, 1);
      });
    return worker;
  }
}

async function answer(
  worker: Worker,
  request: Extract<FromWorker, { type: "file" }>,
  files: VirtualFiles,
): Promise<void> {
  try {
    worker.postMessage({ type: "answer", call: request.call, value: await files.call(request.op, request.args) });
  } catch (error) {
    worker.postMessage({ type: "answer", call: request.call, error: errorText(error) });
  }
}
