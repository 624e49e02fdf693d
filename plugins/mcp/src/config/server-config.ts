import type { SourcePosition } from "@antler/plugin-api";

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
  readonly images: "attach" | "inline";
  readonly timeoutMs: number;
  readonly initTimeoutMs: number;
  readonly position: SourcePosition | undefined;
}
