import type { Adapters } from "./adapter.js";
import { configAdapters } from "./adapters/config.js";
import { messagesAdapters } from "./adapters/messages.js";
import { resilienceAdapters } from "./adapters/resilience.js";
import { sandboxAdapters } from "./adapters/sandbox.js";
import { skillsAdapters } from "./adapters/skills.js";
import { subagentsAdapters } from "./adapters/subagents.js";
import { toolsAdapters } from "./adapters/tools.js";

/** Every operation that is built; a case of another one counts as skipped. */
export const ADAPTERS: Adapters = {
  ...configAdapters,
  ...messagesAdapters,
  ...resilienceAdapters,
  ...sandboxAdapters,
  ...skillsAdapters,
  ...subagentsAdapters,
  ...toolsAdapters,
};
