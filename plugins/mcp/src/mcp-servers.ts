import { join } from "node:path";
import type { AgentBlueprint, MissingTools, ToolListing, ToolOffer, Warning } from "@antler/plugin-api";
import type { ServerConfig } from "./config/server-config.js";
import { McpServer } from "./server/mcp-server.js";
import { langchainTools } from "./tools/langchain-tools.js";
import { ToolCache } from "./tools/tool-cache.js";
import { readToolDefinitions, routingOf, type ToolDefinition } from "./tools/tool-definition.js";
import { mcpToolName } from "./tools/tool-name.js";

/** The servers of one platform. */
export class McpServers {
  readonly #servers: readonly McpServer[];
  readonly #cache: ToolCache;
  readonly #built = new WeakMap<readonly unknown[], Promise<ToolListing>>();
  readonly #failed = new Map<McpServer, Warning>();
  readonly #killAll = (): void => {
    for (const server of this.#servers) server.kill();
  };

  constructor(configs: readonly ServerConfig[], dataDir: string) {
    this.#servers = configs.map((config) => new McpServer(config, join(dataDir, "logs", `mcp-${config.name}.log`)));
    this.#cache = new ToolCache(dataDir);
  }

  get servers(): readonly McpServer[] {
    return this.#servers;
  }

  start(): void {
    if (this.#servers.length > 0) process.on("exit", this.#killAll);
  }

  async stop(): Promise<void> {
    process.off("exit", this.#killAll);
    await Promise.allSettled(this.#servers.map((server) => server.stop()));
  }

  /**
   * The tools of all servers, asked side by side. A server that does not answer costs its own tools and a warning; a lead
   * tries it again, its subagents do not wait for it a second time.
   */
  async list(blueprint: AgentBlueprint): Promise<ToolListing> {
    const listings = await Promise.all(
      this.#servers.map((server) =>
        blueprint.offline === true ? this.#known(server) : this.#ask(server, blueprint.role),
      ),
    );
    return {
      offers: listings.flatMap((listing) => listing.offers),
      warnings: listings.flatMap((listing) => listing.warnings ?? []),
      missing: listings.flatMap((listing) => listing.missing ?? []),
    };
  }

  async #ask(server: McpServer, role: AgentBlueprint["role"]): Promise<ToolListing> {
    const failed = this.#failed.get(server);
    if (failed !== undefined && role === "subagent") return nothingFrom(server, failed);
    try {
      const sent = await server.listTools();
      this.#failed.delete(server);
      const known = this.#built.get(sent);
      if (known !== undefined) return await known;
      const listing = this.#build(server, sent);
      this.#built.set(sent, listing);
      return await listing;
    } catch (error) {
      const warning = downWarning(server, error);
      this.#failed.set(server, warning);
      return nothingFrom(server, warning);
    }
  }

  async #build(server: McpServer, sent: readonly unknown[]): Promise<ToolListing> {
    const { tools, warnings } = readToolDefinitions(sent, server.config);
    const { group, position: source } = server.config;
    await this.#cache.write(server.config, sent);
    const remoteNames = new Map(tools.map(({ name, remoteName }) => [name, remoteName]));
    const offers = (await langchainTools(server, tools)).map((tool): ToolOffer => {
      const routing = routingOf(server.config, remoteNames.get(tool.name) ?? tool.name);
      return { tool, group, source, routing };
    });
    return { offers, warnings };
  }

  /** Without asking the server: what it listed last, else the names that its entry includes. */
  async #known({ config }: McpServer): Promise<ToolListing> {
    const cached = await this.#cache.read(config);
    if (cached !== undefined) {
      const { tools, warnings } = readToolDefinitions(cached, config);
      return { offers: tools.map((tool) => namedOffer(config, tool)), warnings };
    }
    const names = (config.include ?? []).filter((name) => !name.includes("*") && !config.exclude.includes(name));
    const offers = names.map((name) =>
      namedOffer(config, {
        name: mcpToolName(config.name, name),
        remoteName: name,
        description: "",
        schema: { type: "object", properties: {} },
      }),
    );
    return {
      offers,
      warnings: [notAsked(config, names.length)],
      missing: [missingOf(config, "has not been asked yet")],
    };
  }
}

function nothingFrom({ config }: McpServer, warning: Warning): ToolListing {
  return { offers: [], warnings: [warning], missing: [missingOf(config, "gives no tools")] };
}

function missingOf({ name, group }: ServerConfig, state: string): MissingTools {
  return { prefix: mcpToolName(name, ""), group, reason: `MCP server "${name}" ${state}` };
}

function namedOffer(config: ServerConfig, tool: ToolDefinition): ToolOffer {
  const { name: server, group, position: source } = config;
  return {
    name: tool.name,
    group,
    source,
    routing: routingOf(config, tool.remoteName),
    description: tool.description,
    parameters: { type: "object" },
    run: () => ({ text: `MCP server "${server}" is not connected here.`, status: "error" }),
  };
}

function downWarning(server: McpServer, error: unknown): Warning {
  const { name, position } = server.config;
  return {
    code: "ANTLER_MCP_SERVER_DOWN",
    message: `MCP server "${name}" gives no tools: ${server.describeFailure(error)}`,
    hint: `${server.hintFor(error)} Or set mcp_servers.${name}.enabled to false.`,
    position,
  };
}

function notAsked({ name, position }: ServerConfig, included: number): Warning {
  return {
    code: "ANTLER_MCP_NOT_ASKED",
    message: `MCP server "${name}" has not been asked for its tools yet${included > 0 ? "; its `include` names are shown" : ""}`,
    hint: "Ask it with `--live`, or run once.",
    position,
  };
}
