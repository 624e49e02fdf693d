import { createHash } from "node:crypto";
import {
  AGENT_FACTORY,
  type AgentBlueprint,
  type ResolvedAgent,
  type SourcePosition,
  SUBAGENT_REGISTRY,
} from "@antler/plugin-api";
import type { Platform } from "../platform-types.js";

/** What one agent may do. Lists are sorted. */
export interface AgentAuthority {
  readonly model: string;
  readonly tools: readonly string[];
  readonly skills: readonly string[];
  /** null: no limit. */
  readonly max_turns: number | null;
  readonly token_budget: number | null;
  /** null: no limit (the lead). */
  readonly timeout_seconds: number | null;
}
/** What a deployment may do: the content of antler.lock.json. */
export interface Authority {
  readonly version: 1;
  readonly agents: Readonly<Record<string, AgentAuthority>>;
  /** The section `sandbox` as it is in force. */
  readonly sandbox: Readonly<Record<string, unknown>>;
  /** Limits of the section `subagents` that hold for a whole run or process. */
  readonly limits: Readonly<Record<string, number | null>>;
  /** Version by plugin id. */
  readonly plugins: Readonly<Record<string, string | null>>;
  /** SHA-256 of everything above. */
  readonly digest: string;
}
/** Where the rules stand that give an agent what it has. */
export type AuthorityRules = Readonly<Record<string, AgentBlueprint["sources"]>>;

const RUN_LIMITS = ["max_concurrent", "max_running", "max_total_per_run"] as const;

/** Resolves the lead and every subagent type. Needs no model, no key and no network. */
export async function authorityOf(
  platform: Pick<Platform, "services" | "plugins" | "leadBlueprint">,
): Promise<{ readonly authority: Authority; readonly rules: AuthorityRules }> {
  const { services, plugins } = platform;
  const factory = services.get(AGENT_FACTORY);
  const lead = platform.leadBlueprint();
  const agents: Record<string, AgentAuthority> = { lead: agentAuthority(await factory.resolve(lead), null) };
  const rules: Record<string, AgentBlueprint["sources"]> = { lead: lead.sources };
  const registry = services.find(SUBAGENT_REGISTRY);
  for (const name of registry?.names() ?? []) {
    if (registry === undefined || registry.unavailable(name) !== undefined) continue;
    const blueprint = registry.blueprint(name, lead, "lock");
    const timeout = registry.get(name)?.values.timeoutSeconds.value ?? null;
    agents[name] = agentAuthority(await factory.resolve(blueprint), timeout);
    rules[name] = blueprint.sources;
  }
  const sandbox = configOf(plugins, "sandbox");
  const subagents = configOf(plugins, "subagents");
  const content = {
    version: 1 as const,
    agents,
    sandbox,
    limits: Object.fromEntries(RUN_LIMITS.map((key) => [key, numberOrNull(subagents[key])])),
    plugins: Object.fromEntries(plugins.map((plugin) => [plugin.id, plugin.version] as const)),
  };
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return { authority: { ...content, digest }, rules };
}

/** The rule that an entry of an agent's authority stands on, if it stands in a file. */
export function ruleOf(rules: AuthorityRules, agent: string, what: keyof AgentAuthority): SourcePosition | null {
  const sources = rules[agent];
  if (sources === undefined) return null;
  if (what === "tools") return sources.tools ?? sources.toolGroups ?? null;
  if (what === "skills") return sources.skills ?? null;
  if (what === "model") return sources.model ?? null;
  return what === "max_turns" ? (sources.maxTurns ?? null) : null;
}

function agentAuthority(agent: ResolvedAgent, timeout: number | null): AgentAuthority {
  const { model, maxTurns, tokenBudget } = agent.blueprint;
  return {
    model,
    tools: agent.tools.map((tool) => tool.name).sort(),
    skills: agent.skills.map((skill) => skill.name).sort(),
    max_turns: maxTurns,
    token_budget: tokenBudget,
    timeout_seconds: timeout,
  };
}

function configOf(plugins: Platform["plugins"], section: string): Readonly<Record<string, unknown>> {
  const config = plugins.find((plugin) => plugin.configSection === section)?.config;
  return typeof config === "object" && config !== null ? (config as Record<string, unknown>) : {};
}

function numberOrNull(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
