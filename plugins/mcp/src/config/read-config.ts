import { resolve } from "node:path";
import type { PluginHost, ToolRouting, Warning } from "@antler/plugin-api";
import { isValidToolName } from "../tools/tool-name.js";
import type { Connection, ServerConfig } from "./server-config.js";

type Transport = "stdio" | "http" | "streamable_http" | "streamable-http" | "sse";
interface RawRouting {
  readonly keywords?: readonly string[] | null;
  readonly priority?: number | null;
}
interface RawServer {
  readonly enabled?: boolean | null;
  readonly type?: Transport | null;
  readonly transport?: Transport | null;
  readonly command?: string | null;
  readonly args?: readonly (string | number | boolean)[] | null;
  readonly env?: Readonly<Record<string, string>> | null;
  readonly cwd?: string | null;
  readonly url?: string | null;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly group?: string | null;
  readonly include?: readonly string[] | null;
  readonly exclude?: readonly string[] | null;
  readonly routing?: RawRouting | null;
  readonly tools?: Readonly<Record<string, { readonly routing?: RawRouting | null } | null>> | null;
  readonly images?: "attach" | "inline" | null;
  readonly timeout?: number | null;
  readonly session_init_timeout?: number | null;
}
export type RawMcpConfig = Readonly<Record<string, RawServer>> | null;
type Source = Pick<PluginHost<RawMcpConfig>, "config" | "environment" | "locate" | "warn">;

/** The servers in use, in order. An entry that cannot work is left out with a warning; the others are not touched by it. */
export function readConfig(host: Source): readonly ServerConfig[] {
  return Object.entries(host.config ?? {}).flatMap(([name, raw]) => {
    if (raw.enabled === false) return [];
    const position = host.locate([name]);
    const connection = isValidToolName(name)
      ? readConnection(raw, host.environment.configDir)
      : "its name has other characters than A-Z a-z 0-9 _ -";
    if (typeof connection === "string") {
      host.warn(invalid(name, connection, position));
      return [];
    }
    return [
      {
        name,
        connection,
        group: raw.group ?? "",
        include: raw.include ?? undefined,
        exclude: raw.exclude ?? [],
        routing: readRouting(raw.routing),
        toolRouting: new Map(Object.entries(raw.tools ?? {}).map(([tool, one]) => [tool, readRouting(one?.routing)])),
        images: raw.images ?? "attach",
        timeoutMs: (raw.timeout ?? 60) * 1_000,
        initTimeoutMs: (raw.session_init_timeout ?? 30) * 1_000,
        position,
      },
    ];
  });
}

/** `keywords: []` at a tool is a routing without words: it takes its server's words away from it. */
function readRouting(raw: RawRouting | null | undefined): ToolRouting | undefined {
  if (raw === null || raw === undefined) return undefined;
  return { keywords: raw.keywords ?? [], priority: raw.priority ?? 0 };
}

/** How to reach the server, or what is missing. */
function readConnection(raw: RawServer, configDir: string): Connection | string {
  const stated = raw.type ?? raw.transport;
  if (!stated && raw.command && raw.url) return "it has both `command` and `url`; `type` can say which is meant";
  const type = stated ?? (raw.command ? "stdio" : "http");
  if (type === "stdio") {
    if (!raw.command) return "a stdio server needs `command`";
    return {
      type,
      command: raw.command,
      args: (raw.args ?? []).map(String),
      env: raw.env ?? {},
      cwd: resolve(configDir, raw.cwd ?? "."),
    };
  }
  if (!raw.url) return stated ? `a server of type ${type} needs \`url\`` : "it has neither `command` nor `url`";
  if (!URL.canParse(raw.url)) return `\`url\` is no address: "${raw.url}"`;
  return { type: type === "sse" ? "sse" : "http", url: raw.url, headers: raw.headers ?? {} };
}

function invalid(name: string, problem: string, position: Warning["position"]): Warning {
  return {
    code: "ANTLER_MCP_SERVER_INVALID",
    message: `mcp_servers.${name} is not used: ${problem}`,
    hint: "Mend the entry, or set `enabled: false`.",
    position,
  };
}
