import { MODEL_PROVIDER, type ModelProvider, PLUGIN_API_VERSION, type Plugin } from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

/**
 * A plugin with one model provider named `name` that hands out `model`: for tests that run a platform.
 * Config: `models: [{ name: main, use: NAME }]`.
 */
export function modelPlugin(
  name: string,
  model: BaseChatModel | ((entryName: string) => BaseChatModel),
): Plugin<unknown, void> {
  const provider: ModelProvider = {
    name,
    create: (entry) => (typeof model === "function" ? model(entry.name) : model),
  };
  return {
    apiVersion: PLUGIN_API_VERSION,
    id: `test-model-${name}`,
    register: (host) => host.provide(MODEL_PROVIDER, provider),
  };
}
