import { definePlugin, MODEL_PROVIDER, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import { openAiProvider } from "./provider.js";

export const plugin: Plugin<unknown, void> = definePlugin<unknown, void>({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/model-openai",
  register: (host) => host.provide(MODEL_PROVIDER, openAiProvider),
});
