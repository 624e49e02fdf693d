import type { SourcePosition, ToolRouting } from "@antler/plugin-api";

export type Connection =
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Absolute. */
      readonly cwd: string;
    }
  | { readonly type: "http" | "sse"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** One usable entry of `mcp_servers`. */
export interface ServerConfig {
  readonly name: string;
  readonly connection: Connection;
  /** `""`: no group. */
  readonly group: string;
  /** Names or patterns of the server's own; undefined: all. */
  readonly include: readonly string[] | undefined;
  readonly exclude: readonly string[];
  /** Of all its tools, unless one has its own. */
  readonly routing: ToolRouting | undefined;
  /** Of single tools, by the server's own names. undefined: the tool has its server's. */
  readonly toolRouting: ReadonlyMap<string, ToolRouting | undefined>;
  readonly images: "attach" | "inline";
  readonly timeoutMs: number;
  readonly initTimeoutMs: number;
  readonly position: SourcePosition | undefined;
}
