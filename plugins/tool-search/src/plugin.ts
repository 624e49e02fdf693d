import { definePlugin, LATE_TOOL_PROVIDER, MIDDLEWARE, type Plugin } from "@antler/plugin-api";
import { AUTO_PROMOTE, configSchema, type RawToolSearchConfig, readConfig } from "./config.js";
import { lateTools } from "./late-tools.js";

export const toolSearchPlugin: Plugin<RawToolSearchConfig | null> = definePlugin<RawToolSearchConfig | null>({
  apiVersion: 1,
  id: "@antler/tool-search",
  configSection: "tool_search",
  configSchema,
  register(host) {
    const config = readConfig(host.config);
    const wanted = host.config?.auto_promote_top_k ?? config.autoPromoteTopK;
    if (wanted !== config.autoPromoteTopK)
      host.warn({
        code: "ANTLER_TOOL_SEARCH_TOP_K",
        message: `\`tool_search.auto_promote_top_k\` is ${wanted} and is read as ${config.autoPromoteTopK}`,
        hint: `Write a number from ${AUTO_PROMOTE.min} to ${AUTO_PROMOTE.max}.`,
        position: host.locate(["auto_promote_top_k"]),
      });
    host.provide(LATE_TOOL_PROVIDER, { name: "tool-search", extend: (kept) => lateTools(kept, config) });
    host.provide(MIDDLEWARE, {
      name: "tool-search:promotion",
      stage: "setup",
      create: async ({ deferred }) => {
        if (deferred.length === 0) return undefined;
        const { promotionState } = await import("./promotion-state.js");
        return promotionState();
      },
    });
  },
});
