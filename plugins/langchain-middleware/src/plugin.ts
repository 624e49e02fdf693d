import {
  CONFIG_CHECK,
  definePlugin,
  MIDDLEWARE,
  type Middleware,
  MODEL_CATALOG,
  type Plugin,
  type ResolvedAgent,
  TOOL_PROVIDER,
  type ToolOffer,
} from "@antler/plugin-api";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { checkEntries } from "./check-entries.js";
import { CONFIG_SCHEMA, functionName, type MiddlewareEntry } from "./config.js";
import { KNOWN_MIDDLEWARES } from "./known-middlewares.js";

/** The tool group of what a middleware carries. */
const TOOL_GROUP = "middleware";

/** Contributes langchain's middlewares as the section `middlewares` lists them. langchain is loaded with the first agent. */
export const langchainMiddlewarePlugin: Plugin<readonly MiddlewareEntry[] | null, void> = definePlugin<
  readonly MiddlewareEntry[] | null,
  void
>({
  apiVersion: 1,
  id: "@antler/langchain-middleware",
  configSection: "middlewares",
  configSchema: CONFIG_SCHEMA,
  register: (host) => {
    const entries = host.config ?? [];
    const build = async (entry: MiddlewareEntry, index: number, ownModel: string) => {
      const { buildMiddleware } = await import("./build-middleware.js");
      return buildMiddleware(entry, host.services.get(MODEL_CATALOG), ownModel, host.locate([index]));
    };
    host.provide(CONFIG_CHECK, {
      name: "langchain-middlewares",
      check: () => checkEntries(entries, host.services.find(MODEL_CATALOG), host.locate),
    });
    for (const [index, entry] of entries.entries()) {
      const known = KNOWN_MIDDLEWARES.get(functionName(entry));
      if (known === undefined) continue; // told by the check
      const name = contributionName(entries, index);
      host.provide(MIDDLEWARE, {
        name,
        stage: entry.stage ?? known.stage,
        create: async (agent) => {
          if (!isFor(entry, agent.blueprint.role)) return undefined;
          const { tools = [], ...middleware } = await build(entry, index, agent.blueprint.model);
          // Without its tools, which a filter may have taken away, a middleware would only talk of what is not there.
          return tools.every((tool) => hasTool(agent, String(tool["name"]))) ? (middleware as Middleware) : undefined;
        },
      });
      if (known.carriesTools === true)
        host.provide(TOOL_PROVIDER, {
          name,
          list: async (blueprint) => {
            if (!isFor(entry, blueprint.role)) return [];
            const { tools = [] } = await build(entry, index, blueprint.model);
            return tools.map(
              (tool): ToolOffer => ({
                tool: tool as StructuredToolInterface,
                group: TOOL_GROUP,
                source: host.locate([index]),
              }),
            );
          },
        });
    }
  },
});

/** `langchain:piiMiddleware`, and `langchain:piiMiddleware#2` for the second of its kind. */
function contributionName(entries: readonly MiddlewareEntry[], index: number): string {
  const use = entries[index]?.use ?? "";
  const before = entries.slice(0, index).filter((entry) => entry.use === use).length;
  return before === 0 ? use : `${use}#${before + 1}`;
}

function isFor(entry: MiddlewareEntry, role: "lead" | "subagent"): boolean {
  return (entry.agents ?? ["lead", "subagent"]).includes(role);
}

function hasTool(agent: ResolvedAgent, name: string): boolean {
  return agent.tools.some((tool) => tool.name === name);
}
