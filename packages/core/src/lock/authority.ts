import { createHash } from "node:crypto";
import {
  AGENT_FACTORY,
  type AgentBlueprint,
  type ResolvedAgent,
  type SourcePosition,
  SUBAGENT_REGISTRY,
} from "@antler/plugin-api";
import type { Platform } from "../platform-types.js";
import { type AuthorityChange, DEPLOYMENT } from "./compare-authority.js";

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
/** A config key that decides what a deployment may do. */
export interface AuthoritySetting {
  readonly section: string;
  /** Of the section; `limits.pids` for a key in a mapping. */
  readonly key: string;
  /** What holds when nobody wrote it. */
  readonly fallback: unknown;
  /**
   * How two values compare. limit: numbers, the higher allows more, null is no limit. switch: true allows more.
   * names: a list, or the keys of a mapping; each further name allows more. A list of values: from the narrowest to the
   * widest. other: no order, every change counts as growth.
   */
  readonly order: "limit" | "switch" | "names" | "other" | readonly unknown[];
}
/** What a deployment may do: the content of antler.lock.json. */
export interface Authority {
  readonly version: 1;
  readonly agents: Readonly<Record<string, AgentAuthority>>;
  /** Value by `section.key`. Of mappings under `names` only the keys, so that no secret gets in. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Version by plugin id. */
  readonly plugins: Readonly<Record<string, string | null>>;
  /** SHA-256 of everything above. */
  readonly digest: string;
}
/** Where the rule stands that a change of `compareAuthority` comes from, if it stands in a file. */
export type RuleOf = (change: Pick<AuthorityChange, "subject" | "what">) => SourcePosition | null;

/** Resolves the lead and every subagent type. Needs no model, no key and no network. */
export async function authorityOf(
  platform: Pick<Platform, "services" | "plugins" | "leadBlueprint" | "config">,
  settings: readonly AuthoritySetting[],
): Promise<{ readonly authority: Authority; readonly ruleOf: RuleOf }> {
  const { services, plugins } = platform;
  const factory = services.get(AGENT_FACTORY);
  const lead = platform.leadBlueprint();
  const agents: Record<string, AgentAuthority> = { lead: agentAuthority(await factory.resolve(lead), null) };
  const rules: Record<string, Rules> = { lead: lead.sources };
  const registry = services.find(SUBAGENT_REGISTRY);
  for (const name of registry?.names() ?? []) {
    if (registry === undefined || registry.unavailable(name) !== undefined) continue;
    const blueprint = registry.blueprint(name, lead, "lock");
    const values = registry.get(name)?.values;
    agents[name] = agentAuthority(await factory.resolve(blueprint), values?.timeoutSeconds.value ?? null);
    rules[name] = {
      ...blueprint.sources,
      timeout: values?.timeoutSeconds.position,
      tokenBudget: values?.tokenBudget.position,
    };
  }
  const content = {
    version: 1 as const,
    agents,
    settings: Object.fromEntries(
      settings.map((setting) => [`${setting.section}.${setting.key}`, settingValue(plugins, setting)] as const),
    ),
    plugins: Object.fromEntries(plugins.map((plugin) => [plugin.id, plugin.version] as const)),
  };
  return {
    authority: { ...content, digest: authorityDigest(content) },
    ruleOf: ({ subject, what }) =>
      subject === DEPLOYMENT ? (platform.config.locate(what.split(".")) ?? null) : agentRule(rules[subject], what),
  };
}

/** SHA-256 of everything but the digest itself, in hexadecimal. */
export function authorityDigest({ version, agents, settings, plugins }: Omit<Authority, "digest">): string {
  return createHash("sha256").update(JSON.stringify({ version, agents, settings, plugins })).digest("hex");
}

type Rules = AgentBlueprint["sources"] & {
  readonly timeout?: SourcePosition | null | undefined;
  readonly tokenBudget?: SourcePosition | null | undefined;
};

function agentRule(rules: Rules | undefined, what: string): SourcePosition | null {
  const places: Readonly<Record<string, SourcePosition | null | undefined>> = {
    tools: rules?.tools ?? rules?.toolGroups,
    skills: rules?.skills,
    model: rules?.model,
    max_turns: rules?.maxTurns,
    token_budget: rules?.tokenBudget,
    timeout_seconds: rules?.timeout,
  };
  return places[what] ?? null;
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

function settingValue(plugins: Platform["plugins"], { section, key, fallback, order }: AuthoritySetting): unknown {
  const config = plugins.find((plugin) => plugin.configSection === section)?.config;
  const written = key.split(".").reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), config);
  const value = written ?? fallback;
  return order === "names" && isRecord(value) ? Object.keys(value).sort() : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
