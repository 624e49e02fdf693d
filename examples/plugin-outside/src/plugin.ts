import { definePlugin, MIDDLEWARE, PLUGIN_API_VERSION, SUBAGENT_TYPE, TOOL_PROVIDER } from "@antler/plugin-api";
import { type GlossaryConfig, glossaryConfigSchema } from "./config.js";
import { glossaryReminder } from "./glossary-reminder.js";
import { lookUpTerm } from "./look-up-term.js";
import { terminologist } from "./terminologist.js";

/** Keeps agents to the words that a team has agreed on. */
export default definePlugin<GlossaryConfig>({
  apiVersion: PLUGIN_API_VERSION,
  id: "antler-plugin-glossary",
  version: "0.1.0",
  configSchema: glossaryConfigSchema,
  register(host) {
    const terms = new Map(Object.entries(host.config.terms ?? {}));
    host.provide(TOOL_PROVIDER, { name: "glossary", list: () => [lookUpTerm(terms)] });
    host.provide(MIDDLEWARE, glossaryReminder(terms));
    host.provide(SUBAGENT_TYPE, terminologist);
  },
});
