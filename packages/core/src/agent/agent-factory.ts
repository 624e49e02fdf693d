import { AsyncLocalStorage } from "node:async_hooks";
import {
  type AgentBlueprint,
  type AgentFactory,
  AntlerError,
  type ContributionOwner,
  errorText,
  isAntlerError,
  LATE_TOOL_PROVIDER,
  type LateTools,
  type MissingTools,
  type PolicedTool,
  type ProvidedTool,
  type ResolvedAgent,
  SKILL_CATALOG,
  TOOL_FILTER,
  TOOL_POLICY,
  TOOL_PROVIDER,
  type ToolDecision,
  type ToolOffer,
  type Warning,
} from "@antler/plugin-api";
import type { Kernel } from "../kernel/kernel.js";
import type { ThreadMemory } from "../platform-types.js";
import { joinSystemParts } from "./join-system-parts.js";

/** What the agents of one platform share. */
export interface FactoryScope {
  /** Runs something in the async context in which the platform was created, not in that of the tool call it happens in. */
  readonly detached: <T>(run: () => T) => T;
  readonly threads: ThreadMemory;
}

/** The agent factory on a kernel. `create` loads langchain when it is first called; `resolve` never does. */
export function createAgentFactory(kernel: Kernel, threads: ThreadMemory = { saver: undefined }): AgentFactory {
  const shared: FactoryScope = { detached: AsyncLocalStorage.snapshot(), threads };
  const lateTools = new WeakMap<ResolvedAgent, readonly LateTools[]>();
  return {
    name: "langchain",
    resolve: async (blueprint) => {
      const { agent, late } = await resolveAgent(kernel, blueprint);
      lateTools.set(agent, late);
      return agent;
    },
    create: async (agent, scope) => {
      const { buildAgent } = await import("./build-agent.js");
      // An agent that was not resolved here (it came as JSON) is resolved again: late tools carry functions.
      const late = lateTools.get(agent);
      const own = late === undefined ? await resolveAgent(kernel, agent.blueprint) : { agent, late };
      return buildAgent(kernel, shared, own.agent, own.late, scope);
    },
  };
}

async function resolveAgent(
  kernel: Kernel,
  blueprint: AgentBlueprint,
): Promise<{ readonly agent: ResolvedAgent; readonly late: readonly LateTools[] }> {
  const warnings: Warning[] = [];
  const catalog = kernel.find(SKILL_CATALOG);
  const selected = await catalog?.select(blueprint.skills);
  warnings.push(...(selected?.warnings ?? []));
  const profile = { blueprint, skills: selected?.skills ?? [] };

  const { offers, missing } = await listTools(kernel, blueprint, warnings);
  const policy = kernel.get(TOOL_POLICY);
  const narrowed = policy.narrow(offers, kernel.all(TOOL_FILTER), profile, missing);
  warnings.push(...narrowed.warnings);

  const late: LateTools[] = [];
  const lateProvided: ProvidedTool[] = [];
  for (const provider of kernel.all(LATE_TOOL_PROVIDER)) {
    const owner = kernel.ownerOf(LATE_TOOL_PROVIDER, provider.name);
    const extension = await ask(owner?.plugin ?? provider.name, `late-tool-provider "${provider.name}"`, () =>
      provider.extend(narrowed.kept, profile),
    );
    late.push(extension);
    for (const offer of extension.offers) lateProvided.push(provided(offer, provider.name, "built-in", owner));
  }
  refuseTakenNames(narrowed.kept, lateProvided);
  policy.admitLate?.(lateProvided, profile);
  const deferred = new Set(late.flatMap((extension) => extension.deferred ?? []));
  const decisions = [
    ...narrowed.decisions.map((decision) =>
      decision.verdict === "kept" && deferred.has(decision.name)
        ? { ...decision, verdict: "deferred" as const }
        : decision,
    ),
    ...lateProvided.map(exemption),
  ];
  const agent: ResolvedAgent = {
    ...profile,
    tools: [...narrowed.kept, ...lateProvided],
    decisions,
    deferred: [...deferred],
    systemMessage: joinSystemParts([
      blueprint.systemPrompt,
      ...(catalog?.promptParts(profile.skills) ?? []),
      ...late.flatMap((extension) => extension.promptParts ?? []),
    ]),
    warnings,
  };
  return { agent, late };
}

function refuseTakenNames(kept: readonly ProvidedTool[], late: readonly ProvidedTool[]): void {
  const owners = new Map(kept.map((tool) => [tool.name, tool.plugin]));
  for (const { name, plugin } of late) {
    const owner = owners.get(name);
    if (owner !== undefined)
      throw new AntlerError({
        code: "ANTLER_LATE_TOOL_DUPLICATE",
        plugin,
        message: `late tool "${name}" has the name of a tool of ${owner}`,
        hint: "Rename one of the two tools.",
      });
    owners.set(name, plugin);
  }
}

async function listTools(
  kernel: Kernel,
  blueprint: AgentBlueprint,
  warnings: Warning[],
): Promise<{ readonly offers: readonly ProvidedTool[]; readonly missing: readonly MissingTools[] }> {
  const providers = kernel.all(TOOL_PROVIDER);
  const listings = await Promise.all(
    providers.map((provider) => {
      const plugin = kernel.ownerOf(TOOL_PROVIDER, provider.name)?.plugin ?? provider.name;
      return ask(plugin, `tool-provider "${provider.name}"`, () => provider.list(blueprint));
    }),
  );
  const offers = listings.flatMap((listing, index) => {
    const provider = providers[index];
    if (provider === undefined) return [];
    const owner = kernel.ownerOf(TOOL_PROVIDER, provider.name);
    const { offers, warnings: more } = "offers" in listing ? listing : { offers: listing };
    warnings.push(...(more ?? []));
    const origin = provider.kind === "mcp" ? "mcp" : (owner?.origin ?? "config");
    return offers.map((offer) => provided(offer, provider.name, origin, owner));
  });
  return { offers, missing: listings.flatMap((listing) => ("missing" in listing ? (listing.missing ?? []) : [])) };
}

/** Calls into a plugin; what it throws names it. */
async function ask<T>(plugin: string, what: string, call: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await call();
  } catch (thrown) {
    if (isAntlerError(thrown)) throw thrown;
    throw new AntlerError({
      code: "ANTLER_TOOL_PROVIDER_FAILED",
      plugin,
      message: `${what} threw: ${errorText(thrown)}`,
      hint: `Fix ${plugin}, or switch it off under \`plugins:\`.`,
      cause: thrown,
    });
  }
}

function provided(
  offer: ToolOffer,
  provider: string,
  origin: ProvidedTool["origin"],
  owner: ContributionOwner | undefined,
): ProvidedTool {
  const { name, description } = "tool" in offer ? offer.tool : offer;
  const { plugin = provider, source } = owner ?? {};
  return { name, description, group: offer.group, provider, plugin, origin, offer, source: offer.source ?? source };
}

function exemption(tool: PolicedTool): ToolDecision {
  const { name, group, provider } = tool;
  return {
    name,
    group,
    provider,
    verdict: "exempt",
    layer: null,
    code: null,
    reason: "added after the filters, built from what they kept",
    source: null,
  };
}
