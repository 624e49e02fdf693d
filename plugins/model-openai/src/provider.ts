import type { ModelProvider } from "@antler/plugin-api";
import { checkEntry } from "./check-entry.js";
import { explainError } from "./explain/explain-error.js";
import { probeEndpoint } from "./probe.js";
import { settingsOf, settingsSchema } from "./settings.js";

/** `use: openai`: any endpoint that speaks OpenAI's chat completions. */
export const openAiProvider: ModelProvider = {
  name: "openai",
  aliases: ["langchain_openai:ChatOpenAI"],
  configSchema: settingsSchema,
  check: (entry, context) => checkEntry(entry, context, context.env ?? process.env),
  create: async (entry, { env }) => {
    const { ChatOpenAiCompatible } = await import("./chat-open-ai.js");
    return new ChatOpenAiCompatible(settingsOf(entry, env ?? process.env));
  },
  // What an error means does not depend on the key, so no environment is needed.
  explain: (error, entry) => explainError(error, settingsOf(entry, {}), entry.name),
  probe: (entry, { env, locate }, signal) =>
    probeEndpoint(settingsOf(entry, env ?? process.env), entry.name, locate, signal),
};
