import { setTimeout as delay } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Connection } from "../config/server-config.js";

/** How long a remote server may take to end a session. Milliseconds. */
const GRACE_MS = 1_000;

export interface OpenTransport {
  readonly transport: Transport;
  /** Ends what a transport holds beyond its connection: a process, or a session at the server. Never throws. */
  readonly release: () => Promise<void>;
  /** Ends a process at once, where there is one. */
  readonly kill: () => void;
  /** How a process ended: `exit code 3`, `signal SIGKILL`. undefined: it runs, or there is none. `ending`: its pipe has broken. */
  readonly fate: (ending: boolean) => Promise<string | undefined>;
}

/** Not started yet. The SDK is loaded here, so that commands that start no server do not load it. */
export async function openTransport(connection: Connection, onStderr: (chunk: Buffer) => void): Promise<OpenTransport> {
  if (connection.type === "stdio") {
    const { ProcessTransport } = await import("./process-transport.js");
    const transport = new ProcessTransport(connection, onStderr);
    return {
      transport,
      release: () => transport.close(),
      kill: () => transport.kill(),
      fate: (ending) => transport.fate(ending),
    };
  }
  const url = new URL(connection.url);
  const requestInit = { headers: { ...connection.headers } };
  if (connection.type === "sse") {
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    const transport = new SSEClientTransport(url, { requestInit });
    return { transport, release: () => transport.close(), kill: () => undefined, fate: async () => undefined };
  }
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const transport = new StreamableHTTPClientTransport(url, { requestInit });
  return {
    // Its `sessionId` getter is typed without `undefined` in mind; the SDK's own Client takes it as it is.
    transport: transport as Transport,
    release: async () => {
      // The server may have stopped answering; closing ends the request.
      await Promise.race([
        transport.terminateSession().catch(() => undefined),
        delay(GRACE_MS, undefined, { ref: false }),
      ]);
      await transport.close().catch(() => undefined);
    },
    kill: () => undefined,
    fate: async () => undefined,
  };
}
