import { definePlugin, type Plugin, TOOL_FILTER, TOOL_POLICY } from "@antler/plugin-api";
import { configSchema, readToolEntries, type ToolsConfig } from "./config.js";
import { parentBoundary } from "./layers/parent-boundary.js";
import { skillBoundary } from "./layers/skill-boundary.js";
import { typeBoundary } from "./layers/type-boundary.js";
import { narrowTools } from "./narrow-tools.js";
import { admitLateTools } from "./reserved-names.js";

export const toolPolicyPlugin: Plugin<ToolsConfig> = definePlugin<ToolsConfig>({
  apiVersion: 1,
  id: "@antler/tool-policy",
  configSection: "tools",
  configSchema,
  register(host) {
    const entries = readToolEntries(host);
    for (const filter of [parentBoundary, typeBoundary, skillBoundary]) host.provide(TOOL_FILTER, filter);
    host.provide(TOOL_POLICY, {
      name: "tool-policy",
      narrow: (offers, filters, agent, missing) =>
        narrowTools(offers, filters, agent, {
          entries,
          missing,
          ownerOf: (name) => host.services.ownerOf(TOOL_FILTER, name),
        }),
      admitLate: admitLateTools,
    });
  },
});
