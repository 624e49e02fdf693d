import type { Allowlist } from "@antler/plugin-api";
import { clampConcurrent, DEFAULT_CONCURRENT } from "../admission/clamp-limit.js";

/** The section as written, in the form that {@link SUBAGENTS_CONFIG_SCHEMA} admits. */
export interface RawSubagentsConfig {
  readonly timeout_seconds?: number | null;
  readonly max_turns?: number | null;
  readonly max_concurrent?: number | null;
  readonly max_total_per_run?: number | null;
  readonly max_running?: number | null;
  readonly grace_seconds?: number | null;
  readonly final_turn?: boolean | null;
  readonly token_budget?: RawTokenBudget | null;
  readonly agents?: { readonly [name: string]: RawOverride | null } | null;
  readonly custom_agents?: { readonly [name: string]: RawCustomType } | null;
}
export interface RawTokenBudget {
  readonly max_tokens?: number | null;
}
export interface RawOverride {
  readonly timeout_seconds?: number | null;
  readonly max_turns?: number | null;
  readonly model?: string | null;
  readonly skills?: readonly string[] | null;
  readonly token_budget?: RawTokenBudget | null;
}
export interface RawCustomType extends RawOverride {
  readonly description: string;
  readonly system_prompt: string;
  readonly tools?: readonly string[] | null;
  readonly disallowed_tools?: readonly string[] | null;
}

/** The `subagents` section with its defaults. */
export interface SubagentsConfig {
  /** Seconds. */
  readonly timeoutSeconds: number;
  readonly maxTurns: number | null;
  /** Clamped. */
  readonly maxConcurrent: number;
  readonly maxTotalPerRun: number | null;
  readonly maxRunning: number;
  /** Seconds. */
  readonly graceSeconds: number;
  readonly finalTurn: boolean;
  /** Tokens. */
  readonly tokenBudget: number | null;
  readonly overrides: ReadonlyMap<string, TypeOverride>;
  readonly customTypes: ReadonlyMap<string, CustomType>;
}
/** One entry of `agents`: only what is set there. */
export interface TypeOverride {
  readonly timeoutSeconds: number | undefined;
  readonly maxTurns: number | undefined;
  readonly model: string | undefined;
  readonly skills: Allowlist | undefined;
  readonly tokenBudget: number | undefined;
}
/** One entry of `custom_agents`: only what is set there. */
export interface CustomType extends TypeOverride {
  readonly description: string;
  readonly systemPrompt: string;
  readonly tools: Allowlist | undefined;
  readonly disallowedTools: readonly string[] | undefined;
}

/** The section with defaults and camelCase names. Pure; blank and null mean "not set". */
export function readSubagentsConfig(raw: RawSubagentsConfig | null | undefined): SubagentsConfig {
  const section = raw ?? {};
  return {
    timeoutSeconds: section.timeout_seconds ?? 1800,
    maxTurns: section.max_turns ?? null,
    maxConcurrent: clampConcurrent(section.max_concurrent ?? DEFAULT_CONCURRENT),
    maxTotalPerRun: section.max_total_per_run ?? null,
    maxRunning: section.max_running ?? 3,
    graceSeconds: section.grace_seconds ?? 2,
    finalTurn: section.final_turn ?? true,
    tokenBudget: section.token_budget?.max_tokens ?? null,
    overrides: new Map(Object.entries(section.agents ?? {}).map(([name, entry]) => [name, readOverride(entry ?? {})])),
    customTypes: new Map(Object.entries(section.custom_agents ?? {}).map(([name, entry]) => [name, readCustom(entry)])),
  };
}

function readOverride(raw: RawOverride): TypeOverride {
  return {
    timeoutSeconds: raw.timeout_seconds ?? undefined,
    maxTurns: raw.max_turns ?? undefined,
    model: raw.model ?? undefined,
    skills: raw.skills ?? undefined,
    tokenBudget: raw.token_budget?.max_tokens ?? undefined,
  };
}

function readCustom(raw: RawCustomType): CustomType {
  return {
    ...readOverride(raw),
    description: raw.description,
    systemPrompt: raw.system_prompt,
    tools: raw.tools ?? undefined,
    // The one place where an explicit null differs from an absent key: it denies nothing by name.
    disallowedTools: raw.disallowed_tools === null ? [] : raw.disallowed_tools,
  };
}
