import type { DoctorCheck, DoctorFinding } from "@antler/plugin-api";
import type { McpServers } from "./mcp-servers.js";
import type { McpServer } from "./server/mcp-server.js";
import { readToolDefinitions } from "./tools/tool-definition.js";

/** Whether each server answers. Servers are started only with `--probe`. */
export function mcpDoctorCheck(servers: McpServers): DoctorCheck {
  return {
    name: "mcp",
    run: async ({ probe }) => Promise.all(servers.servers.map((server) => (probe ? ask(server) : skipped(server)))),
  };
}

function subjectOf({ config }: McpServer): string {
  return `MCP server ${config.name}`;
}

function skipped(server: McpServer): DoctorFinding {
  return { subject: subjectOf(server), status: "skipped", message: "not asked without --probe" };
}

async function ask(server: McpServer): Promise<DoctorFinding> {
  const subject = subjectOf(server);
  try {
    const { tools, warnings } = readToolDefinitions(await server.listTools(), server.config);
    const [first] = warnings;
    const message = `${tools.length} ${tools.length === 1 ? "tool" : "tools"}`;
    if (first === undefined) return { subject, status: "ok", message };
    return { subject, status: "warning", message: `${message}; ${first.message}`, fix: first.hint };
  } catch (error) {
    return { subject, status: "failed", message: server.describeFailure(error), fix: server.hintFor(error) };
  }
}
