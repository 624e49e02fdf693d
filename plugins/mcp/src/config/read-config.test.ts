import type { Warning } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { type RawMcpConfig, readConfig } from "./read-config.js";

function read(config: RawMcpConfig) {
  const warnings: Warning[] = [];
  const servers = readConfig({
    config,
    environment: { configDir: "/etc/antler", dataDir: "/var/antler" },
    locate: () => ({ file: "config.yaml", line: 3, column: 1 }),
    warn: (warning) => warnings.push(warning),
  });
  return { servers, warnings };
}

describe("the section mcp_servers", () => {
  it("MCP-12: leaves out one entry that cannot work, by its path, and keeps the others", () => {
    const { servers, warnings } = read({
      broken: { type: "stdio" },
      empty: {},
      "a b": { command: "node" },
      odd: { url: "nowhere" },
      both: { command: "node", url: "http://127.0.0.1:9/mcp" },
      ok: { command: "node" },
    });
    expect(servers.map((server) => server.name)).toEqual(["ok"]);
    expect(warnings.map((warning) => warning.message)).toEqual([
      "mcp_servers.broken is not used: a stdio server needs `command`",
      "mcp_servers.empty is not used: it has neither `command` nor `url`",
      "mcp_servers.a b is not used: its name has other characters than A-Z a-z 0-9 _ -",
      'mcp_servers.odd is not used: `url` is no address: "nowhere"',
      "mcp_servers.both is not used: it has both `command` and `url`; `type` can say which is meant",
    ]);
    expect(warnings[0]?.position?.line).toBe(3);
  });

  it("MCP-11: takes `transport` for `type`, and `type` where both are given", () => {
    const url = "http://127.0.0.1:9/sse";
    const { servers } = read({
      a: { transport: "sse", url },
      b: { type: "sse", url },
      c: { type: "http", transport: "sse", url },
      d: { url },
      e: { type: "streamable_http", url },
    });
    expect(servers.map((server) => server.connection.type)).toEqual(["sse", "sse", "http", "http", "http"]);
  });

  it("has defaults, and paths relative to the config", () => {
    const { servers } = read({
      a: { command: "node", args: ["x", 5], cwd: "tools" },
      off: { command: "node", enabled: false },
    });
    expect(servers).toEqual([
      {
        name: "a",
        connection: { type: "stdio", command: "node", args: ["x", "5"], env: {}, cwd: "/etc/antler/tools" },
        group: "",
        include: undefined,
        exclude: [],
        routing: undefined,
        toolRouting: new Map(),
        images: "attach",
        timeoutMs: 60_000,
        initTimeoutMs: 30_000,
        position: { file: "config.yaml", line: 3, column: 1 },
      },
    ]);
  });

  it("reads routing of a server and of its tools, blank keys as their defaults", () => {
    const { servers } = read({
      a: {
        command: "node",
        routing: { keywords: ["sql"], priority: 10 },
        tools: { query: { routing: { keywords: null } }, drop: null },
      },
    });
    expect(servers[0]?.routing).toEqual({ keywords: ["sql"], priority: 10 });
    expect([...(servers[0]?.toolRouting ?? [])]).toEqual([
      ["query", { keywords: [], priority: 0 }],
      ["drop", undefined],
    ]);
  });

  it("may be absent or blank", () => {
    expect(read(null)).toEqual({ servers: [], warnings: [] });
    expect(read({})).toEqual({ servers: [], warnings: [] });
  });
});
