import type { Allowlist, FoundSubagentType, OriginatedValue, SourcePosition, ValueOrigin } from "@antler/plugin-api";
import type { CustomType } from "../config/config.js";
import { NOT_FOR_SUBAGENTS } from "../types/not-for-subagents.js";

/** One candidate for a value: what it is, who says so, and where. */
export type Layer<T> = Omit<OriginatedValue<T>, "shadows">;
export type Locate = (path: readonly (string | number)[]) => SourcePosition | undefined;

/** What a type says about itself, before any override. */
export interface TypeDefinition {
  readonly name: string;
  readonly origin: ValueOrigin;
  readonly position: SourcePosition | null;
  readonly needsShell: boolean;
  readonly values: {
    readonly description: Layer<string>;
    readonly systemPrompt: Layer<string>;
    readonly tools: Layer<Allowlist>;
    readonly disallowedTools: Layer<readonly string[]>;
    readonly skills: Layer<Allowlist>;
    readonly model: Layer<string>;
    readonly maxTurns: Layer<number>;
    readonly timeoutSeconds: Layer<number>;
    /** undefined: the type has no budget of its own. */
    readonly tokenBudget: Layer<number> | undefined;
  };
}

/** A type contributed in code, or found by a source, with the defaults of its contract. */
export function definitionFromCode(type: FoundSubagentType, origin: ValueOrigin): TypeDefinition {
  const position = type.position ?? null;
  const layer = <T>(key: keyof TypeDefinition["values"], value: T): Layer<T> => ({
    value,
    origin,
    position: type.positions?.[key] ?? position,
  });
  return {
    name: type.name,
    origin,
    position,
    needsShell: type.needsShell ?? false,
    values: {
      description: layer("description", type.description),
      systemPrompt: layer("systemPrompt", type.systemPrompt),
      tools: layer("tools", type.tools ?? "all"),
      disallowedTools: layer("disallowedTools", type.disallowedTools ?? ["task"]),
      skills: layer("skills", type.skills ?? "all"),
      model: layer("model", type.model ?? "inherit"),
      maxTurns: layer("maxTurns", type.maxTurns ?? 50),
      timeoutSeconds: layer("timeoutSeconds", type.timeoutSeconds ?? 900),
      tokenBudget: undefined,
    },
  };
}

/** An entry of `subagents.custom_agents`. A default that is not written has no position. */
export function definitionFromConfig(name: string, custom: CustomType, locate: Locate): TypeDefinition {
  const position = (key?: string): SourcePosition | null =>
    locate(["custom_agents", name, ...(key === undefined ? [] : [key])]) ?? null;
  const layer = <T>(key: string, value: T | undefined, byDefault: T): Layer<T> =>
    value === undefined
      ? { value: byDefault, origin: "custom", position: null }
      : { value, origin: "custom", position: position(key) };
  const list = <T extends Allowlist>(key: string, value: T | undefined, byDefault: T): Layer<T> => {
    const whole = layer(key, value, byDefault);
    const entries = [...(value === "all" ? [] : (value ?? []))].flatMap(
      (_, index) => locate(["custom_agents", name, key, index]) ?? [],
    );
    return entries.length === 0 ? whole : { ...whole, entries };
  };
  return {
    name,
    origin: "custom",
    position: position(),
    needsShell: false,
    values: {
      description: layer("description", custom.description, ""),
      systemPrompt: layer("system_prompt", custom.systemPrompt, ""),
      tools: list<Allowlist>("tools", custom.tools, "all"),
      disallowedTools: list("disallowed_tools", custom.disallowedTools, NOT_FOR_SUBAGENTS),
      skills: layer<Allowlist>("skills", custom.skills, "all"),
      model: layer("model", custom.model, "inherit"),
      maxTurns: layer("max_turns", custom.maxTurns, 50),
      timeoutSeconds: layer("timeout_seconds", custom.timeoutSeconds, 900),
      tokenBudget:
        custom.tokenBudget === undefined
          ? undefined
          : {
              value: custom.tokenBudget,
              origin: "custom",
              position: locate(["custom_agents", name, "token_budget", "max_tokens"]) ?? null,
            },
    },
  };
}
