import type { AgentBlueprint, Allowlist, EffectiveSubagentType, SubagentRegistry } from "@antler/plugin-api";
import { childBlueprint } from "./child-blueprint.js";
import { rememberTypes } from "./remember-types.js";
import type { TypeInput } from "./resolve-types.js";
import { unknownType } from "./unknown-type.js";

export interface RegistryOptions {
  /** Asked anew each time, so that types found after the start are seen. */
  readonly types: () => TypeInput;
  /** Why commands cannot run here, in one or two sentences; undefined when they can. */
  readonly shellProblem: () => string | undefined;
  /** Names of the configured models. */
  readonly models: () => readonly string[];
  readonly intersectSkills: (parent: Allowlist, child: Allowlist) => Allowlist;
}

/** The registry in force by default. Another one can be contributed under the same extension point. */
export function createRegistry(options: RegistryOptions): SubagentRegistry {
  const resolve = rememberTypes();
  const resolved = (): ReturnType<typeof resolve> => resolve(options.types());

  const unavailable = (name: string): string | undefined => {
    if (resolved().types.get(name)?.needsShell !== true) return undefined;
    const problem = options.shellProblem();
    if (problem === undefined) return undefined;
    return `${name.charAt(0).toUpperCase()}${name.slice(1)} subagent is disabled for this sandbox: ${problem}`;
  };
  const allNames = (): readonly string[] => [...resolved().types.keys()];
  const names = (): readonly string[] => allNames().filter((name) => unavailable(name) === undefined);
  const get = (name: string): EffectiveSubagentType | undefined => resolved().types.get(name)?.effective;

  return {
    name: "default",
    names,
    allNames,
    get,
    unavailable,
    warnings: () => resolved().warnings,
    blueprint(name: string, lead: AgentBlueprint, taskId: string): AgentBlueprint {
      const type = get(name);
      if (type === undefined) throw unknownType(name, names());
      const { finalTurn } = options.types().config;
      return childBlueprint({
        type,
        lead,
        taskId,
        finalTurn,
        models: options.models(),
        intersectSkills: options.intersectSkills,
      });
    },
  };
}
