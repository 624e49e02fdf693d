import type { LoadedSkill, Warning } from "@antler/plugin-api";
import { estimateTokens } from "../prompt/estimate-tokens.js";
import { promptParts } from "../prompt/prompt-parts.js";
import { SKILL_CODES } from "../skill-codes.js";

/** Estimated tokens that these skills add to the system message. */
export function skillCost(skills: readonly LoadedSkill[]): number {
  return estimateTokens(promptParts(skills).join("\n\n"));
}

/** A warning when the skills of one agent cost more than the budget; 0 is no budget. */
export function budgetWarning(skills: readonly LoadedSkill[], budget: number): readonly Warning[] {
  const cost = skillCost(skills);
  if (budget === 0 || cost <= budget) return [];
  const largest = skills
    .map((skill) => ({ name: skill.name, cost: skillCost([skill]) }))
    .toSorted((a, b) => b.cost - a.cost)
    .slice(0, 3)
    .map(({ name, cost }) => `${name} (${cost})`);
  return [
    {
      code: SKILL_CODES.overBudget,
      message: `${skills.length} skills add about ${cost} tokens to the system message; skills.token_budget is ${budget}`,
      hint: `Largest: ${largest.join(", ")}. Name fewer skills for this agent, or set \`skills.loading: index\`.`,
    },
  ];
}
