import type { Skill, SkillDiagnostic, SkillListing } from "@antler/plugin-api";
import { byName } from "../policy/select-skills.js";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";

/** Puts the listings of several sources together: the first skill of a name wins and the others are reported. In name order. */
export function mergeListings(listings: readonly SkillListing[]): SkillListing {
  const winners = new Map<string, Skill>();
  const shadowed: SkillDiagnostic[] = [];
  for (const skill of listings.flatMap(({ skills }) => skills)) {
    const winner = winners.get(skill.name);
    if (winner === undefined) winners.set(skill.name, skill);
    else if (winner.file !== skill.file) shadowed.push(shadow(skill, winner));
  }
  return {
    skills: [...winners.values()].toSorted(byName),
    diagnostics: [...listings.flatMap(({ diagnostics }) => diagnostics), ...shadowed],
  };
}

function shadow(skill: Skill, winner: Skill): SkillDiagnostic {
  return reporterFor(skill.file).warning(
    SKILL_CODES.shadowed,
    `the skill "${skill.name}" is not used: ${winner.file} has the same name and comes first`,
    "Rename one of them, or remove one.",
  );
}
