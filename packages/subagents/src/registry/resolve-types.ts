import type { EffectiveSubagentType, FoundSubagentType, SubagentType, ValueOrigin, Warning } from "@antler/plugin-api";
import { formatPosition } from "@antler/plugin-api";
import type { SubagentsConfig } from "../config/config.js";
import { applyOverrides } from "./override-rules.js";
import { definitionFromCode, definitionFromConfig, type Locate, type TypeDefinition } from "./type-definition.js";
import { typeFaults } from "./type-faults.js";

export interface TypeInput {
  readonly config: SubagentsConfig;
  readonly builtin: readonly SubagentType[];
  /** Types of plugins, those contributed in code before those that sources found. */
  readonly contributed: readonly { readonly type: FoundSubagentType; readonly plugin: string }[];
  /** Where a path of the `subagents` section stands. */
  readonly locate: Locate;
  /** What sources of types could not use. */
  readonly warnings?: readonly Warning[];
}
export interface ResolvedType {
  readonly effective: EffectiveSubagentType;
  readonly needsShell: boolean;
}
export interface ResolvedTypes {
  /** By name: built-in, then configured, then plugin types, each in the order of declaration. */
  readonly types: ReadonlyMap<string, ResolvedType>;
  readonly warnings: readonly Warning[];
}

/**
 * Which definition of each name is in force, with the override rules applied. Pure: the same input gives the same result,
 * and nothing of the input is changed or shared.
 */
export function resolveTypes(input: TypeInput): ResolvedTypes {
  const usable = input.contributed.filter(({ type }) => typeFaults(type).length === 0);
  const definitions: readonly TypeDefinition[] = [
    ...input.builtin.map((type) => definitionFromCode(type, "builtin")),
    ...[...input.config.customTypes].map(([name, custom]) => definitionFromConfig(name, custom, input.locate)),
    ...usable.map(({ type, plugin }) => definitionFromCode(type, `plugin:${plugin}`)),
  ];
  const byName = new Map<string, TypeDefinition[]>();
  for (const definition of definitions)
    byName.set(definition.name, [...(byName.get(definition.name) ?? []), definition]);

  const types = new Map<string, ResolvedType>();
  const warnings: Warning[] = [
    ...(input.warnings ?? []),
    ...input.contributed.flatMap(({ type, plugin }) => invalidWarning(type, plugin)),
  ];
  for (const [name, [winner, ...shadowed]] of byName) {
    if (winner === undefined) continue;
    types.set(name, {
      effective: applyOverrides(winner, shadowed, input.config, input.locate),
      needsShell: winner.needsShell,
    });
    warnings.push(...shadowed.map((loser) => shadowWarning(winner, loser)));
  }
  return { types, warnings };
}

function shadowWarning(winner: TypeDefinition, loser: TypeDefinition): Warning {
  return {
    code: "ANTLER_SUBAGENT_SHADOWED",
    message: `${named(loser)} is not used: ${named(winner)}${place(winner)} has the same name`,
    hint: `Rename one of the two "${winner.name}".`,
    position: loser.position ?? winner.position ?? undefined,
  };
}

function invalidWarning(type: FoundSubagentType, plugin: string): Warning[] {
  const faults = typeFaults(type);
  if (faults.length === 0) return [];
  return [
    {
      code: "ANTLER_SUBAGENT_TYPE_INVALID",
      message: `plugin ${plugin}'s subagent type "${type.name}" is not used: ${faults.join("; ")}`,
      hint: `Correct it in ${plugin}.`,
      position: type.position,
    },
  ];
}

function named({ name, origin }: TypeDefinition): string {
  return `${describeOrigin(origin)} subagent type "${name}"`;
}

function place({ position }: TypeDefinition): string {
  return position === null ? "" : ` (${formatPosition(position)})`;
}

function describeOrigin(origin: ValueOrigin): string {
  if (origin === "builtin") return "the built-in";
  if (origin.startsWith("plugin:")) return `plugin ${origin.slice("plugin:".length)}'s`;
  return "the configured";
}
