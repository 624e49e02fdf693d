import type { EffectiveSubagentType, OriginatedValue } from "@antler/plugin-api";
import type { SubagentsConfig } from "../config/config.js";
import { deepFreeze } from "./deep-freeze.js";
import type { Layer, Locate, TypeDefinition } from "./type-definition.js";

/**
 * The override rules, as one pure function: for each field the per-agent override, then the global value (built-in types
 * only), then the type's own. A token budget is the exception: a type's own one ranks before the global one, which reaches
 * every type.
 *
 * `shadowed` are definitions of the same name that lost, nearest first; their values are listed as shadows. The result is
 * frozen and shares no list with its input.
 */
export function applyOverrides(
  definition: TypeDefinition,
  shadowed: readonly TypeDefinition[],
  config: SubagentsConfig,
  locate: Locate,
): EffectiveSubagentType {
  const { name, values } = definition;
  const override = config.overrides.get(name);
  const builtin = definition.origin === "builtin";

  const perAgent = <T>(key: string, value: T | undefined): Layer<T> | undefined =>
    value === undefined
      ? undefined
      : { value, origin: "per-agent", position: locate(["agents", name, ...key.split(".")]) ?? null };
  const global = <T>(key: string, value: T | null): Layer<T> | undefined =>
    value === null ? undefined : { value, origin: "global", position: locate(key.split(".")) ?? null };
  const lost = <T>(pick: (values: TypeDefinition["values"]) => Layer<T> | undefined): (Layer<T> | undefined)[] =>
    shadowed.map((other) => pick(other.values)).filter((layer) => layer === undefined || isWritten(layer));

  return deepFreeze({
    name,
    origin: definition.origin,
    values: {
      description: choose([values.description, ...lost((v) => v.description)]),
      systemPrompt: choose([values.systemPrompt, ...lost((v) => v.systemPrompt)]),
      tools: choose([values.tools, ...lost((v) => v.tools)]),
      disallowedTools: choose([values.disallowedTools, ...lost((v) => v.disallowedTools)]),
      skills: choose([perAgent("skills", override?.skills), values.skills, ...lost((v) => v.skills)]),
      model: choose([perAgent("model", override?.model), values.model, ...lost((v) => v.model)]),
      maxTurns: choose([
        perAgent("max_turns", override?.maxTurns),
        builtin ? global("max_turns", config.maxTurns) : undefined,
        values.maxTurns,
        ...lost((v) => v.maxTurns),
      ]),
      timeoutSeconds: choose([
        perAgent("timeout_seconds", override?.timeoutSeconds),
        builtin ? global("timeout_seconds", config.timeoutSeconds) : undefined,
        values.timeoutSeconds,
        ...lost((v) => v.timeoutSeconds),
      ]),
      tokenBudget: choose<number | null>([
        perAgent("token_budget.max_tokens", override?.tokenBudget),
        values.tokenBudget,
        global("token_budget.max_tokens", config.tokenBudget),
        ...lost((v) => v.tokenBudget),
        { value: null, origin: definition.origin, position: null },
      ]),
    },
  });
}

/** A configured type's defaults stand nowhere: nobody would look for them among the shadows. */
function isWritten({ origin, position }: Layer<unknown>): boolean {
  return origin !== "custom" || position !== null;
}

/** The first layer that is there; the others are what it shadows. */
function choose<T>(layers: readonly (Layer<T> | undefined)[]): OriginatedValue<T> {
  const [effective, ...shadows] = layers.filter((layer) => layer !== undefined);
  if (effective === undefined) throw new TypeError("a value needs at least one layer");
  return { ...effective, shadows };
}
