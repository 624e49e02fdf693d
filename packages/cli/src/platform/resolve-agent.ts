import type { Platform } from "@antler/core";
import { AGENT_FACTORY, type AgentBlueprint, type ResolvedAgent, SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { agentUnknown } from "./agent-unknown.js";

/**
 * The lead or a subagent type as it would be built. `live`: servers are asked for their tools, as in a run.
 * Throws ANTLER_AGENT_NAME_UNKNOWN, listing the known names.
 */
export async function resolveAgent(platform: Platform, name: string, live = false): Promise<ResolvedAgent> {
  const { services } = platform;
  const lead: AgentBlueprint = { ...platform.leadBlueprint(), offline: !live };
  const factory = services.get(AGENT_FACTORY);
  if (name === "lead") return await factory.resolve(lead);
  const registry = services.get(SUBAGENT_REGISTRY);
  const reason = registry.unavailable(name);
  if (registry.get(name) === undefined || reason !== undefined)
    throw agentUnknown(name, ["lead", ...registry.names()], reason);
  return await factory.resolve({ ...registry.blueprint(name, lead, "explain"), offline: !live });
}
