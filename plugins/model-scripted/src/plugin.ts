import { definePlugin, MODEL_PROVIDER, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import { scriptedProvider } from "./provider.js";

export const plugin: Plugin<unknown, void> = definePlugin<unknown, void>({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/model-scripted",
  register: (host) => host.provide(MODEL_PROVIDER, scriptedProvider),
});
