import { DOCTOR_CHECK, definePlugin, type Plugin, TOOL_PROVIDER } from "@antler/plugin-api";
import { configSchema } from "./config/config-schema.js";
import { type RawMcpConfig, readConfig } from "./config/read-config.js";
import { mcpDoctorCheck } from "./doctor-check.js";
import { McpServers } from "./mcp-servers.js";

export const mcpPlugin: Plugin<RawMcpConfig, McpServers> = definePlugin<RawMcpConfig, McpServers>({
  apiVersion: 1,
  id: "@antler/mcp",
  configSection: "mcp_servers",
  configSchema,
  register(host) {
    const servers = new McpServers(readConfig(host), host.environment.dataDir);
    host.provide(TOOL_PROVIDER, { name: "mcp", kind: "mcp", list: (blueprint) => servers.list(blueprint) });
    host.provide(DOCTOR_CHECK, mcpDoctorCheck(servers));
    return servers;
  },
  start: ({ state }) => state.start(),
  stop: ({ state }) => state.stop(),
});
