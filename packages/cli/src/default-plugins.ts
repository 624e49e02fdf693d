import { createRequire } from "node:module";
import type { DefaultPlugin } from "@antler/core";
import type { Plugin } from "@antler/plugin-api";

/** The features that need no listing in config.yaml, in the order of registration. Each is loaded when a platform is made. */
export const DEFAULT_PLUGINS: readonly DefaultPlugin[] = [
  plugin("@antler/tool-policy", () => import("@antler/tool-policy")),
  plugin("@antler/skills", () => import("@antler/skills")),
  plugin("@antler/subagents", () => import("@antler/subagents")),
  plugin("@antler/sandbox", () => import("@antler/sandbox")),
  plugin("@antler/sandbox-bubblewrap", () => import("@antler/sandbox-bubblewrap")),
  plugin("@antler/sandbox-virtual", () => import("@antler/sandbox-virtual")),
  plugin("@antler/resilience", () => import("@antler/resilience")),
  plugin("@antler/langchain-middleware", () => import("@antler/langchain-middleware")),
  plugin("@antler/tool-search", () => import("@antler/tool-search")),
  plugin("@antler/mcp", () => import("@antler/mcp")),
  plugin("@antler/model-openai", () => import("@antler/model-openai")),
  plugin("@antler/model-scripted", () => import("@antler/model-scripted")),
];

/** The kernel checks the shape of what is loaded, as it does for every plugin. */
function plugin(id: string, load: () => Promise<object>): DefaultPlugin {
  return {
    id,
    load: async () => {
      const { default: loaded } = (await load()) as { readonly default: Plugin };
      const version = loaded?.version !== undefined ? undefined : packageVersion(id);
      return version === undefined ? loaded : { ...loaded, version };
    },
  };
}

/** A plugin that does not say its version has that of its package. */
function packageVersion(id: string): string | undefined {
  const manifest: unknown = createRequire(import.meta.url)(`${id}/package.json`);
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : null;
  return typeof version === "string" ? version : undefined;
}
