import {
  CONFIG_CHECK,
  definePlugin,
  MIDDLEWARE,
  type MiddlewareFactory,
  MODEL_CATALOG,
  type PlatformServices,
  type Plugin,
  SANDBOX,
} from "@antler/plugin-api";
import { systemClock } from "./clock.js";
import { checkSettings } from "./config/check-settings.js";
import { CONFIG_SCHEMA } from "./config/config-schema.js";
import type { ResilienceConfig } from "./config/resilience-config.js";
import { type ResilienceSettings, settingsFrom } from "./config/settings.js";

/** Contributes one middleware for each part that is switched on, to the lead and to subagents alike. */
export const resiliencePlugin: Plugin<ResilienceConfig, void> = definePlugin<ResilienceConfig, void>({
  apiVersion: 1,
  id: "@antler/resilience",
  configSection: "resilience",
  configSchema: CONFIG_SCHEMA,
  register: (host) => {
    const settings = settingsFrom(host.config);
    for (const factory of middlewareFactories(settings, host.services)) host.provide(MIDDLEWARE, factory);
    host.provide(CONFIG_CHECK, {
      name: "resilience",
      check: () => checkSettings(settings, host.services.find(MODEL_CATALOG), host.locate),
    });
  },
});

/** langchain is loaded when the first agent is built, not with the plugin. */
function middlewareFactories(settings: ResilienceSettings, services: PlatformServices): readonly MiddlewareFactory[] {
  const { gate, historyRepair, modelCalls, loops, output, summarization, framing } = settings;
  const factories: (MiddlewareFactory | undefined)[] = [
    gate && {
      name: "resilience:tool-call-gate",
      stage: "gate",
      create: async (agent, context) =>
        (await import("./gate/gate-middleware.js")).gateMiddleware(gate, agent, context, systemClock),
    },
    historyRepair && {
      name: "resilience:history-repair",
      stage: "repair",
      create: async (_agent, context) =>
        (await import("./history/history-repair-middleware.js")).historyRepairMiddleware(
          historyRepair.strictRoles,
          context,
        ),
    },
    framing && {
      name: "resilience:framing",
      stage: "repair",
      after: ["resilience:history-repair"],
      create: async () => (await import("./framing/framing-middleware.js")).framingMiddleware(framing.tags),
    },
    output && {
      name: "resilience:tool-output",
      stage: "context",
      create: async (_agent, context) =>
        (await import("./output/output-budget-middleware.js")).outputBudgetMiddleware(output, context, () =>
          services.find(SANDBOX),
        ),
    },
    summarization && {
      name: "resilience:summarization",
      stage: "context",
      after: ["resilience:tool-output"],
      create: async (agent, context) =>
        (await import("./context/summarization-middleware.js")).summarizationMiddleware(
          summarization,
          agent,
          context,
          services.get(MODEL_CATALOG),
        ),
    },
    loops && {
      name: "resilience:loop-detection",
      stage: "limits",
      create: async (agent, context) =>
        (await import("./loop/loop-middleware.js")).loopMiddleware(loops, agent, context),
    },
    modelCalls && {
      name: "resilience:model-errors",
      stage: "final",
      create: async (_agent, context) =>
        (await import("./model/model-call-middleware.js")).modelCallMiddleware(modelCalls, {
          context,
          catalog: services.find(MODEL_CATALOG),
          clock: systemClock,
          random: Math.random,
        }),
    },
  ];
  return factories.filter((factory) => factory !== undefined);
}
