import type { Platform } from "@antler/core";
import { type ResolvedAgent, SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { agentUnknown } from "./agent-unknown.js";

/**
 * The lead or a subagent type as it would be built. `live`: servers are asked for their tools, as in a run.
 * Throws ANTLER_AGENT_NAME_UNKNOWN, listing the known names.
 */
export async function resolveAgent(platform: Platform, name: string, live = false): Promise<ResolvedAgent> {
  if (name !== "lead") {
    const registry = platform.services.get(SUBAGENT_REGISTRY);
    const reason = registry.unavailable(name);
    if (registry.get(name) === undefined || reason !== undefined)
      throw agentUnknown(name, ["lead", ...registry.names()], reason);
  }
  return await platform.resolve(name, { live });
}
