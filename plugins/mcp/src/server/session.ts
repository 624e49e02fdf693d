import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/sdk/types.js";
import type { Connection } from "../config/server-config.js";
import { type OpenTransport, openTransport } from "../transport/open-transport.js";
import { isConnectionClosed, isUnsent } from "./call-error.js";

/** How long a server may take to answer a ping after its connection broke. Milliseconds. */
const PING_MS = 5_000;
/** Pages of a tool list that are read; a server that always names a next page must not hang the start. */
const MAX_PAGES = 100;

export interface SessionOptions {
  readonly connection: Connection;
  readonly initTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly onStderr: (chunk: Buffer) => void;
  readonly onToolsChanged: () => void;
}

/** One open connection to a server. It is not reopened: a new one takes its place. */
export class Session {
  /** Resolves when the connection has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #client: Client;
  readonly #open: OpenTransport;
  #isReady = false;
  #isEnded = false;

  private constructor(client: Client, open: OpenTransport) {
    this.#client = client;
    this.#open = open;
    this.ended = new Promise((resolve) => {
      client.onclose = () => {
        this.#isEnded = true;
        resolve();
      };
    });
    // A broken stream of a remote server ends no request by itself; whether the server is still there decides.
    client.onerror = () => void this.#checkRemote();
  }

  /** Rejects when the server does not start, or not in time; nothing of it is left then. */
  static async open(options: SessionOptions): Promise<Session> {
    const [{ Client }, { ToolListChangedNotificationSchema }] = await Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]);
    const open = await openTransport(options.connection, options.onStderr);
    const client = new Client({ name: "antler", version: "0.1.0" });
    client.setNotificationHandler(ToolListChangedNotificationSchema, options.onToolsChanged);
    const session = new Session(client, open);
    try {
      await client.connect(open.transport, { timeout: options.initTimeoutMs, signal: options.signal });
    } catch (error) {
      const fate = await open.fate(isUnsent(error) || isConnectionClosed(error));
      open.kill();
      await open.release();
      throw fate === undefined ? error : new Error(`it ended with ${fate} before it answered`);
    }
    session.#isReady = true;
    return session;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The server's tools as it sent them, unchecked: one bad entry must not cost the others. */
  async listTools(options: { readonly timeout: number; readonly signal: AbortSignal }): Promise<readonly unknown[]> {
    const { ResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const tools: unknown[] = [];
    let cursor: unknown;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = typeof cursor === "string" ? { cursor } : {};
      const result = await this.#client.request({ method: "tools/list", params }, ResultSchema, options);
      if (Array.isArray(result["tools"])) tools.push(...result["tools"]);
      cursor = result["nextCursor"];
      if (typeof cursor !== "string" || cursor === "") break;
    }
    return tools;
  }

  /** An abort, and a timeout, are told to the server. Progress that the server reports extends the time. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly timeout: number; readonly signal: AbortSignal },
  ): Promise<CallToolResult> {
    const { CallToolResultSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const params = { name, arguments: { ...args } };
    return await this.#client.request({ method: "tools/call", params }, CallToolResultSchema, {
      ...options,
      resetTimeoutOnProgress: true,
      onprogress: () => undefined,
    });
  }

  readResource(uri: string): Promise<ReadResourceResult> {
    return this.#client.readResource({ uri });
  }

  async close(): Promise<void> {
    await this.#open.release();
    await this.#client.close();
  }

  kill(): void {
    this.#open.kill();
  }

  async #checkRemote(): Promise<void> {
    if (!this.#isReady || this.#isEnded || !("sessionId" in this.#open.transport)) return;
    try {
      await this.#client.ping({ timeout: PING_MS });
    } catch {
      await this.#client.close();
    }
  }
}
