import type { Allowlist } from "@antler/plugin-api";
import {
  BUILTIN_TYPES,
  type CustomType,
  clampConcurrent,
  clampTotal,
  createRegistry,
  extractResult,
  formatOutcome,
  limitTaskCalls,
  outcomeMetadata,
  type RawSubagentsConfig,
  readSubagentsConfig,
  resolveModelName,
  resolveTypes,
  type TypeInput,
  type TypeOverride,
} from "@antler/subagents";
import type { Adapters } from "../adapter.js";
import { loadConfig } from "./load-config.js";

interface SubagentsInput {
  readonly subagents?: RawSubagentsConfig | null;
}
interface NamesInput extends SubagentsInput {
  readonly host_bash_allowed?: boolean;
  readonly sandbox_use?: string;
}
interface ModelInput {
  readonly model: string;
  readonly parent_model: string | null;
  readonly models: readonly string[];
}
interface LimitInput {
  readonly messages: readonly CaseMessage[];
  readonly delegations?: readonly { readonly run_id: string }[];
  readonly max_concurrent?: number;
  readonly max_total?: number;
  readonly run_id?: string | null;
}
interface CaseMessage {
  readonly type: string;
  readonly id?: string;
  readonly content?: string | readonly unknown[];
  readonly tool_calls?: readonly (readonly [name: string, id: string])[];
  readonly additional_kwargs?: { readonly [key: string]: unknown };
  readonly response_metadata?: { readonly finish_reason?: string };
}

export const subagentsAdapters: Adapters = {
  "subagents.validate": async ({ subagents }: SubagentsInput) => {
    const { section } = await loadConfig(JSON.stringify({ subagents }), { checks: false });
    const config = readSubagentsConfig(section("subagents") as RawSubagentsConfig);
    return {
      ok: true,
      timeout_seconds: config.timeoutSeconds,
      max_turns: config.maxTurns,
      max_total_per_run: config.maxTotalPerRun,
      agents: mapEntries(config.overrides, overrideJson),
      custom_agents: mapEntries(config.customTypes, customJson),
    };
  },
  "registry.get": ({ name, subagents }: SubagentsInput & { readonly name: string }) => {
    const types = resolveTypes(typeInput(subagents)).types;
    const values = types.get(name)?.effective.values;
    if (values === undefined) return null;
    const builtin = BUILTIN_TYPES.find((type) => type.name === name)?.systemPrompt;
    return {
      description: values.description.value,
      system_prompt: values.systemPrompt.value === builtin ? "<builtin>" : values.systemPrompt.value,
      tools: listJson(values.tools.value),
      disallowed_tools: values.disallowedTools.value,
      skills: listJson(values.skills.value),
      model: values.model.value,
      max_turns: values.maxTurns.value,
      timeout_seconds: values.timeoutSeconds.value,
    };
  },
  "registry.names": ({ subagents, host_bash_allowed, sandbox_use }: NamesInput) => {
    const input = typeInput(subagents);
    const isolated = sandbox_use !== undefined;
    const registry = createRegistry({
      types: () => input,
      shellProblem: () => (host_bash_allowed === false && !isolated ? "commands are off" : undefined),
      models: () => [],
      intersectSkills: (_parent, child) => child,
    });
    return registry.names();
  },
  "registry.model": ({ model, parent_model, models }: ModelInput) => resolveModelName(model, parent_model, models),
  "limit.afterModel": (input: LimitInput) => {
    const runId = input.run_id === undefined ? "R" : input.run_id;
    const started = (input.delegations ?? []).filter(({ run_id }) => runId === null || run_id === runId).length;
    const limited = limitTaskCalls(
      input.messages.map(({ tool_calls, content, ...message }) => ({
        ...message,
        content: content ?? "",
        tool_calls: (tool_calls ?? []).map(([name, id]) => ({ name, id })),
      })),
      { maxConcurrent: clampConcurrent(input.max_concurrent ?? 3), maxTotal: input.max_total ?? null, started },
    );
    if (limited === undefined) return null;
    const raw = limited.additionalKwargs["tool_calls"] as readonly { readonly id: string }[] | undefined;
    return {
      count: 1,
      id: limited.id,
      content: limited.content,
      tool_calls: limited.toolCalls.map(({ id }) => id),
      raw_tool_calls: raw?.map(({ id }) => id),
      // The middleware leaves the metadata as the provider gave it.
      finish_reason: input.messages.at(-1)?.response_metadata?.finish_reason,
      stop_reason: limited.stopReason,
    };
  },
  "limit.clamp": ({
    concurrent,
    total,
  }: {
    readonly concurrent: readonly number[];
    readonly total: readonly number[];
  }) => [concurrent.map(clampConcurrent), total.map(clampTotal)],
  "result.extract": ({ messages }: { readonly messages: Parameters<typeof extractResult>[0] }) =>
    extractResult(messages),
  "result.format": ({ stop_reason, ...outcome }) => formatOutcome({ ...outcome, stopReason: stop_reason }),
  "result.metadata": ({ stop_reason, model_name, token_usage, ...outcome }) =>
    outcomeMetadata({ ...outcome, stopReason: stop_reason, model: model_name, usage: token_usage }),
};

function typeInput(subagents: RawSubagentsConfig | null | undefined): TypeInput {
  const config = readSubagentsConfig(subagents ?? {});
  return { config, builtin: BUILTIN_TYPES, contributed: [], locate: () => undefined };
}

const mapEntries = <T>(map: ReadonlyMap<string, T>, json: (value: T) => object): object =>
  Object.fromEntries([...map].map(([name, value]) => [name, json(value)]));

const overrideJson = (override: TypeOverride): object => ({
  timeout_seconds: override.timeoutSeconds ?? null,
  max_turns: override.maxTurns ?? null,
  model: override.model ?? null,
  skills: listJson(override.skills),
});

const customJson = (custom: CustomType): object => ({
  ...overrideJson(custom),
  description: custom.description,
  system_prompt: custom.systemPrompt,
  tools: listJson(custom.tools),
  // A case writes null for "denies nothing by name".
  disallowed_tools: custom.disallowedTools?.length === 0 ? null : custom.disallowedTools,
});

/** A case writes null where nothing is restricted. */
const listJson = (list: Allowlist | undefined): readonly string[] | null =>
  list === undefined || list === "all" ? null : list;
