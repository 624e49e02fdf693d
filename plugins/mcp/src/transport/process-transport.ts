import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { getDefaultEnvironment } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ReadBuffer, serializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Connection } from "../config/server-config.js";
import { unsentError } from "../server/call-error.js";

/** How long a server may take to end by itself: after its input closed, and again after SIGTERM. Milliseconds. */
const GRACE_MS = 1_000;

/**
 * A server as a child process, in a process group of its own. The SDK's transport ends only its direct child and leaves
 * what that has started (a server behind `npx` or a shell); this one ends the whole group, also after a crash.
 */
export class ProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: <T extends JSONRPCMessage>(message: T) => void;
  readonly #options: Extract<Connection, { readonly type: "stdio" }>;
  readonly #onStderr: (chunk: Buffer) => void;
  readonly #received = new ReadBuffer();
  #child: ChildProcessWithoutNullStreams | undefined;
  #closed: Promise<unknown> = Promise.resolve();

  constructor(options: Extract<Connection, { readonly type: "stdio" }>, onStderr: (chunk: Buffer) => void) {
    this.#options = options;
    this.#onStderr = onStderr;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** How the server ended; undefined while it runs, and where it never started. One that is `ending` gets a moment for it. */
  async fate(ending: boolean): Promise<string | undefined> {
    if (ending) await this.#endsWithin(GRACE_MS);
    const { pid, exitCode = null, signalCode = null } = this.#child ?? {};
    if (pid === undefined) return undefined;
    if (signalCode !== null) return `signal ${signalCode}`;
    return exitCode === null ? undefined : `exit code ${exitCode}`;
  }

  async start(): Promise<void> {
    const { command, args, env, cwd } = this.#options;
    const child = spawn(command, args, {
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      detached: true,
      stdio: "pipe",
    });
    this.#child = child;
    this.#closed = once(child, "close").catch(() => undefined);
    child.stderr.on("data", this.#onStderr);
    child.stdout.on("data", (chunk: Buffer) => this.#receive(chunk));
    for (const stream of [child.stdin, child.stdout, child.stderr])
      stream.on("error", (error) => this.onerror?.(error));
    // What the server started would hold its pipes open, and outlive it.
    child.on("exit", () => this.kill());
    child.on("close", () => {
      this.#received.clear();
      this.onclose?.();
    });
    await once(child, "spawn");
    child.on("error", (error) => this.onerror?.(error));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) throw unsentError();
    await new Promise<void>((resolve, reject) => {
      child.stdin.write(serializeMessage(message), (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Asks the server to end by closing its input, then by SIGTERM, then ends its group. */
  async close(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin.end();
    if (!(await this.#endsWithin(GRACE_MS))) {
      signalGroup(child.pid, "SIGTERM");
      await this.#endsWithin(GRACE_MS);
    }
    this.kill();
    await this.#closed;
  }

  /** Ends the group at once. */
  kill(): void {
    if (this.#child?.pid !== undefined) signalGroup(this.#child.pid, "SIGKILL");
  }

  #receive(chunk: Buffer): void {
    try {
      this.#received.append(chunk);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      this.kill();
      return;
    }
    for (;;) {
      try {
        const message = this.#received.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch (error) {
        // A line that is no message, for example a print of the server: reported, and the next line is read.
        this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const late = delay(milliseconds, false, { signal: timer.signal, ref: false }).catch(() => false);
    const ended = await Promise.race([this.#closed.then(() => true), late]);
    timer.abort();
    return ended;
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty already.
  }
}
