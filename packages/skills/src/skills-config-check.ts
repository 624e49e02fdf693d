import {
  type ConfigCheck,
  type ConfigProblem,
  type PluginHost,
  SKILL_CATALOG,
  SKILL_SOURCE,
  SUBAGENT_REGISTRY,
  unknownNameHint,
} from "@antler/plugin-api";
import { SKILL_CODES } from "./skill-codes.js";

type Host = Pick<PluginHost<unknown>, "services" | "locate">;

/**
 * Warns of names in `skills.enabled`, `.disabled`, `.allowed` and in subagents' `skills` that no source knows, and puts them
 * into `reported`.
 */
export function createSkillsConfigCheck(
  { services, locate }: Host,
  lists: { readonly [key in "enabled" | "disabled" | "allowed"]: readonly string[] },
  reported: Set<string>,
): ConfigCheck {
  return {
    name: "skills",
    check: async () => {
      const listings = await Promise.all(services.all(SKILL_SOURCE).map((source) => source.list()));
      const found = listings.flatMap(({ skills }) => skills.map(({ name }) => name));
      const known = [...new Set(found)].toSorted();
      const inLists = Object.entries(lists).flatMap(([key, names]) =>
        names.map((name, index) => ({ name, where: `skills.${key}`, position: locate([key, index]) })),
      );
      const wanted = [...inLists, ...wantedByTypes(services)];
      const unknown = wanted.filter(({ name }) => !known.includes(name));
      for (const { name } of unknown) reported.add(name);
      return unknown.map((entry) => problem(entry, known));
    },
  };
}

interface Wanted {
  readonly name: string;
  readonly where: string;
  readonly position: ConfigProblem["position"];
}

function wantedByTypes(services: Host["services"]): readonly Wanted[] {
  const registry = services.find(SUBAGENT_REGISTRY);
  if (registry === undefined || services.find(SKILL_CATALOG) === undefined) return [];
  // Whether a type can be used here is known only when a sandbox is there; what it names is checked before.
  return (registry.allNames?.() ?? registry.names()).flatMap((type) => {
    const skills = registry.get(type)?.values.skills;
    if (skills === undefined || skills.value === "all") return [];
    return skills.value.map((name) => ({ name, where: `subagent ${type}`, position: skills.position ?? undefined }));
  });
}

function problem({ name, where, position }: Wanted, known: readonly string[]): ConfigProblem {
  return {
    severity: "warning",
    code: SKILL_CODES.unknown,
    message: `${where} names the skill "${name}", which does not exist`,
    hint: unknownNameHint(name, known),
    position,
  };
}
