import {
  type PlatformServices,
  SKILL_ADAPTER,
  SKILL_SOURCE,
  type Skill,
  type SkillCatalog,
  type SourcePosition,
} from "@antler/plugin-api";
import type { SkillsConfig } from "../config.js";
import { intersectSkillAllowlists } from "../policy/intersect-skill-allowlists.js";
import { promptParts } from "../prompt/prompt-parts.js";
import { adaptSkill } from "./adapt-skill.js";
import { mergeListings } from "./merge-listings.js";
import { type CatalogContents, selectFromCatalog } from "./select-from-catalog.js";

export interface CatalogOptions {
  readonly config: SkillsConfig;
  readonly services: PlatformServices;
  readonly allowedSource: SourcePosition | undefined;
  /** Unknown names that people have been told of, with their place; `select` does not repeat them. */
  readonly reported?: ReadonlySet<string>;
}

/**
 * The skills of every source, first of a name wins, switched by `enabled` and `disabled`, translated by the adapters.
 * Fresh on each call. A source that throws makes `list` and `select` reject: running without the skills would drop their limits.
 */
export function createSkillCatalog({ config, services, allowedSource, reported }: CatalogOptions): SkillCatalog {
  const contents = async (): Promise<CatalogContents> => {
    const listings = await Promise.all(services.all(SKILL_SOURCE).map((source) => source.list()));
    const merged = mergeListings(listings);
    const isOn = ({ name }: Skill): boolean =>
      (config.enabled === "all" || config.enabled.includes(name)) && !config.disabled.includes(name);
    const adapted = merged.skills.filter(isOn).map((skill) => adaptSkill(skill, services.all(SKILL_ADAPTER)));
    return {
      skills: adapted.map(({ skill }) => skill),
      diagnostics: [...merged.diagnostics, ...adapted.flatMap(({ diagnostics }) => diagnostics)],
      disabled: merged.skills.filter((skill) => !isOn(skill)).map(({ name }) => name),
    };
  };
  return {
    name: "skills",
    allowed: config.allowed,
    allowedSource,
    list: async () => {
      const { skills, diagnostics } = await contents();
      return { skills, diagnostics };
    },
    select: async (allowlist) => {
      if (allowlist !== "all" && allowlist.length === 0) return { skills: [], warnings: [] };
      return selectFromCatalog(await contents(), allowlist, { ...config, reported });
    },
    intersect: intersectSkillAllowlists,
    promptParts,
    watch: async (onChange, signal) => {
      await Promise.all(services.all(SKILL_SOURCE).map((source) => source.watch?.(onChange, signal)));
    },
  };
}
