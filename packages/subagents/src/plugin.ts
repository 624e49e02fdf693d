import {
  AGENT_FACTORY,
  type Allowlist,
  CONFIG_CHECK,
  definePlugin,
  MIDDLEWARE,
  MODEL_CATALOG,
  type Plugin,
  type PluginHost,
  SANDBOX,
  SKILL_CATALOG,
  SUBAGENT_REGISTRY,
  SUBAGENT_SOURCE,
  SUBAGENT_TYPE,
  TASK_EXECUTOR,
  TOOL_PROVIDER,
  type Warning,
} from "@antler/plugin-api";
import { clampConcurrent } from "./admission/clamp-limit.js";
import { limitMiddleware } from "./admission/limit-middleware.js";
import { type RawSubagentsConfig, readSubagentsConfig, type SubagentsConfig } from "./config/config.js";
import { SUBAGENTS_CONFIG_SCHEMA } from "./config/config-schema.js";
import { InProcessExecutor } from "./executor/in-process-executor.js";
import { configProblems } from "./registry/config-problems.js";
import { intersectAllowlists } from "./registry/intersect-allowlists.js";
import { createRegistry } from "./registry/registry.js";
import type { TypeInput } from "./registry/resolve-types.js";
import { taskTool } from "./task/task-tool.js";
import { BUILTIN_TYPES } from "./types/builtin-types.js";

const ID = "@antler/subagents";
type Host = PluginHost<RawSubagentsConfig>;

/** Delegation: subagent types and their rules, the `task` tool, the limit, and the executor. */
export const subagentsPlugin: Plugin<RawSubagentsConfig, InProcessExecutor> = definePlugin<
  RawSubagentsConfig,
  InProcessExecutor
>({
  apiVersion: 1,
  id: ID,
  configSection: "subagents",
  configSchema: SUBAGENTS_CONFIG_SCHEMA,
  register(host) {
    const { services } = host;
    const config = readSubagentsConfig(host.config);
    const types = (): TypeInput => typeInput(host, config);
    const models = (): readonly string[] => services.find(MODEL_CATALOG)?.names() ?? [];
    const executor = new InProcessExecutor({
      maxRunning: config.maxRunning,
      graceMs: config.graceSeconds * 1000,
      agentFactory: () => services.get(AGENT_FACTORY),
      explain: (model, error) => explained(host, model, error),
    });

    /** Messages that the config check has shown; what sources of types say later is shown with the lead. */
    const shown = new Set<string>();
    const laterWarnings = (): readonly Warning[] =>
      services
        .get(SUBAGENT_REGISTRY)
        .warnings()
        .filter(({ message }) => !shown.has(message));

    for (const type of BUILTIN_TYPES) host.provide(SUBAGENT_TYPE, type);
    host.provide(
      SUBAGENT_REGISTRY,
      createRegistry({
        types,
        models,
        shellProblem: () => shellProblem(host),
        intersectSkills: (parent: Allowlist, child: Allowlist) =>
          services.find(SKILL_CATALOG)?.intersect(parent, child) ?? intersectAllowlists(parent, child),
      }),
    );
    host.provide(TOOL_PROVIDER, {
      name: "subagents",
      list: ({ role, maxConcurrentTasks }) =>
        role === "lead"
          ? {
              offers: [
                taskTool({
                  registry: () => services.get(SUBAGENT_REGISTRY),
                  executor: () => services.get(TASK_EXECUTOR),
                  maxConcurrent: clampConcurrent(maxConcurrentTasks ?? config.maxConcurrent),
                }),
              ],
              warnings: laterWarnings(),
            }
          : [],
    });
    host.provide(MIDDLEWARE, limitMiddleware(config));
    host.provide(TASK_EXECUTOR, executor);
    host.provide(CONFIG_CHECK, {
      name: "subagents",
      check: async () => {
        await Promise.all(services.all(SUBAGENT_SOURCE).map((source) => source.ready?.()));
        return configProblems(host.config, types(), models());
      },
    });
    return executor;
  },
  stop: ({ state }) => state.stop(),
});

/** All definitions that are known now. Built-in types are this plugin's own contributions. */
function typeInput({ services, locate }: Host, config: SubagentsConfig): TypeInput {
  const contributed = services
    .all(SUBAGENT_TYPE)
    .map((type) => ({ type, plugin: services.ownerOf(SUBAGENT_TYPE, type.name)?.plugin ?? ID }));
  const found = services.all(SUBAGENT_SOURCE).flatMap((source) => {
    const plugin = services.ownerOf(SUBAGENT_SOURCE, source.name)?.plugin ?? source.name;
    return source.list().map((type) => ({ type, plugin }));
  });
  return {
    config,
    locate,
    builtin: contributed.filter(({ plugin }) => plugin === ID).map(({ type }) => type),
    contributed: [...contributed.filter(({ plugin }) => plugin !== ID), ...found],
    warnings: services.all(SUBAGENT_SOURCE).flatMap((source) => source.warnings?.() ?? []),
  };
}

function shellProblem({ services }: Host): string | undefined {
  const sandbox = services.find(SANDBOX);
  if (sandbox === undefined) return "there is no sandbox. Load a sandbox plugin.";
  const shell = sandbox.shell();
  return shell.available ? undefined : `${shell.reason} ${shell.fix}`;
}

function explained({ services }: Host, model: string, error: unknown): string | undefined {
  const known = services.find(MODEL_CATALOG)?.explain(model, error);
  return known === undefined ? undefined : `${known.message}. ${known.hint}`;
}
