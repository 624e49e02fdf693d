import { nearestName, type ToolRouting, type Warning } from "@antler/plugin-api";
import type { ServerConfig } from "../config/server-config.js";
import { type MendedSchema, mendSchema } from "./mend-schema.js";
import { matchesName } from "./name-pattern.js";
import { isValidToolName, mcpToolName } from "./tool-name.js";

/** A tool of a server, as Antler offers it. */
export interface ToolDefinition {
  /** `mcp__SERVER__TOOL`. */
  readonly name: string;
  /** The server's own name of it. */
  readonly remoteName: string;
  readonly description: string;
  readonly schema: Extract<MendedSchema, { readonly ok: true }>["schema"];
}
export interface ToolDefinitions {
  readonly tools: readonly ToolDefinition[];
  readonly warnings: readonly Warning[];
}

/** What a server sent, chosen, checked and mended. A tool that cannot be offered costs itself and a warning. */
export function readToolDefinitions(sent: readonly unknown[], server: ServerConfig): ToolDefinitions {
  const warnings: Warning[] = [];
  const tools: ToolDefinition[] = [];
  const remoteNames: string[] = [];
  for (const tool of sent) {
    const { name, description, inputSchema } = (typeof tool === "object" && tool !== null ? tool : {}) as Record<
      string,
      unknown
    >;
    if (typeof name !== "string" || !isValidToolName(name)) {
      warnings.push(
        dropped(server, String(name), "ANTLER_MCP_TOOL_NAME", "its name has other characters than A-Z a-z 0-9 _ -"),
      );
      continue;
    }
    remoteNames.push(name);
    if (!isChosen(name, server)) continue;
    const mended = mendSchema(inputSchema);
    if (!mended.ok) {
      warnings.push(dropped(server, name, "ANTLER_MCP_TOOL_SCHEMA", mended.reason));
      continue;
    }
    tools.push({
      name: mcpToolName(server.name, name),
      remoteName: name,
      description: describe(description, name, server),
      schema: mended.schema,
    });
  }
  return { tools, warnings: [...warnings, ...unmatchedRules(server, remoteNames)] };
}

/** What the server's entry says about when to use a tool. */
export function routingOf({ routing, toolRouting }: ServerConfig, remoteName: string): ToolRouting | undefined {
  return toolRouting.get(remoteName) ?? routing;
}

/** Some model APIs refuse a tool without a description, and `tool_search` finds by it. */
function describe(description: unknown, tool: string, server: ServerConfig): string {
  const given = typeof description === "string" ? description.trim() : "";
  return given === "" ? `The tool ${tool} of MCP server ${server.name}.` : given;
}

function isChosen(name: string, { include, exclude }: ServerConfig): boolean {
  if (exclude.some((rule) => matchesName(rule, name))) return false;
  return include === undefined || include.some((rule) => matchesName(rule, name));
}

function dropped(server: ServerConfig, tool: string, code: Warning["code"], reason: string): Warning {
  return {
    code,
    message: `tool "${tool}" of MCP server "${server.name}" is not offered: ${reason}`,
    hint: `Tell the server's author, or put it under mcp_servers.${server.name}.exclude to silence this.`,
    position: server.position,
  };
}

function unmatchedRules(server: ServerConfig, names: readonly string[]): readonly Warning[] {
  return [...new Set([...(server.include ?? []), ...server.exclude, ...server.toolRouting.keys()])]
    .filter((rule) => !names.some((name) => matchesName(rule, name)))
    .map((rule) => {
      const nearest = nearestName(rule, names);
      return {
        code: "ANTLER_MCP_TOOL_UNKNOWN",
        message: `MCP server "${server.name}" has no tool "${rule}", which its entry names`,
        hint: nearest === undefined ? `Its tools: ${names.join(", ")}.` : `Did you mean "${nearest}"?`,
        position: server.position,
      };
    });
}
