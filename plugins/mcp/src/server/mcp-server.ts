import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import type { ServerConfig } from "../config/server-config.js";
import { callErrorText, failureText, isSessionUnknown, isUnsent } from "./call-error.js";
import { failureHint } from "./failure-hint.js";
import { ServerLog } from "./server-log.js";
import { Session } from "./session.js";

/**
 * One configured server over the life of the platform. It is connected when it is first needed, once for all agents, and
 * again when it is needed after it ended.
 */
export class McpServer {
  readonly config: ServerConfig;
  readonly log: ServerLog;
  readonly #stopping = new AbortController();
  #opening: Promise<Session> | undefined;
  #session: Session | undefined;
  #tools: Promise<readonly unknown[]> | undefined;

  constructor(config: ServerConfig, logFile: string) {
    this.config = config;
    this.log = new ServerLog(logFile);
  }

  /** The tools as the server sent them. Asked once a connection, and again after the server said that they changed. */
  async listTools(): Promise<readonly unknown[]> {
    const session = await this.#connected();
    this.#tools ??= session.listTools({ timeout: this.config.initTimeoutMs, signal: this.#stopping.signal });
    const tools = this.#tools;
    try {
      return await tools;
    } catch (error) {
      if (this.#tools === tools) this.#tools = undefined;
      throw error;
    }
  }

  /** Throws an Error whose message the model can act on, or the signal's reason after an abort. */
  async call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallToolResult> {
    // A signal of its own for each call: the SDK leaves its listener on the signal, and a run has many calls.
    const options = { timeout: this.config.timeoutMs, signal: AbortSignal.any([signal, this.#stopping.signal]) };
    try {
      const session = await abortable(this.#connected(), options.signal);
      try {
        return await session.call(name, args, options);
      } catch (error) {
        if (!isSessionUnknown(error) && !isUnsent(error)) throw error;
        await session.close();
        return await (await this.#connected()).call(name, args, options);
      }
    } catch (error) {
      if (options.signal.aborted) throw error;
      throw new Error(callErrorText(error, this.config.name, this.config.timeoutMs), { cause: error });
    }
  }

  async readResource(uri: string): Promise<ReadResourceResult> {
    return (await this.#connected()).readResource(uri);
  }

  /** Why the server could not be used, with its own last words. */
  describeFailure(error: unknown): string {
    const words = this.log.takeTail();
    return words === "" ? failureText(error) : `${failureText(error)} (it wrote: ${words})`;
  }

  /** What a person can do about it. */
  hintFor(error: unknown): string {
    return failureHint(error, this.config.connection, this.log.file);
  }

  /** Ends the connection, its process and everything that process started. Not used again afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error("the platform stops"));
    const session = await this.#opening?.catch(() => undefined);
    await session?.close();
  }

  /** For the exit of the whole process, where nothing can be awaited. */
  kill(): void {
    this.#session?.kill();
  }

  #connected(): Promise<Session> {
    if (this.#session?.isEnded === true) this.#forget(this.#session);
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Session> {
    try {
      this.#stopping.signal.throwIfAborted();
      const session = await Session.open({
        connection: this.config.connection,
        initTimeoutMs: this.config.initTimeoutMs,
        signal: this.#stopping.signal,
        onStderr: this.log.write,
        onToolsChanged: () => {
          this.#tools = undefined;
        },
      });
      this.#session = session;
      void session.ended.then(() => this.#forget(session));
      return session;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }

  #forget(session: Session): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#opening = undefined;
    this.#tools = undefined;
  }
}

function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}
