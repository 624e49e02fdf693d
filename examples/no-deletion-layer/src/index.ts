import { definePlugin, PLUGIN_API_VERSION, TOOL_FILTER } from "@antler/plugin-api";
import { noDeletionLayer } from "./no-deletion-layer.js";

interface NoDeletionConfig {
  readonly words?: readonly string[];
}

/** No tool for subagents whose description mentions deletion. */
export default definePlugin<NoDeletionConfig>({
  apiVersion: PLUGIN_API_VERSION,
  id: "antler-plugin-no-deletion",
  version: "0.1.0",
  configSchema: {
    type: "object",
    additionalProperties: false,
    properties: {
      words: {
        type: "array",
        description: "Beginnings of words that make a description one about deletion.",
        items: { type: "string", minLength: 1 },
        default: ["delet", "remov", "eras", "destroy"],
      },
    },
  },
  register(host) {
    host.provide(TOOL_FILTER, noDeletionLayer(host.config.words ?? ["delet", "remov", "eras", "destroy"]));
  },
});
