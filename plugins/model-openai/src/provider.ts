import type { ModelProvider } from "@antler/plugin-api";
import { checkEntry } from "./check-entry.js";
import { explainError } from "./explain/explain-error.js";
import { probeEndpoint } from "./probe.js";
import { settingsOf, settingsSchema } from "./settings.js";

/** `use: openai`: any endpoint that speaks OpenAI's chat completions. */
export const openAiProvider: ModelProvider = {
  name: "openai",
  configSchema: settingsSchema,
  check: (entry, context) => checkEntry(entry, context, process.env),
  create: async (entry) => {
    const { ChatOpenAiCompatible } = await import("./chat-open-ai.js");
    return new ChatOpenAiCompatible(settingsOf(entry, process.env));
  },
  explain: (error, entry) => explainError(error, settingsOf(entry, process.env), entry.name),
  probe: (entry, _context, signal) => probeEndpoint(settingsOf(entry, process.env), entry.name, signal),
};
