import type { Skill, SkillAdapter, SkillDiagnostic } from "@antler/plugin-api";
import type { ToolAliases } from "../tools/tool-aliases.js";
import { type ToolProblem, translateAllowed, translateDenied } from "../tools/translate-tools.js";

/** Reads the tool lists of skills in the client's names. A list that was in our names already stays as it is. */
export function createSkillAdapter(aliases: ToolAliases): SkillAdapter {
  return {
    name: "claude",
    adapt: (skill) => {
      const { allowedTools, disallowedTools, sources, file } = skill;
      const allowed = allowedTools === "all" ? undefined : translateAllowed(allowedTools, aliases);
      const denied = translateDenied(disallowedTools, aliases);
      const names = allowed?.names ?? "all";
      const changed = !sameList(names, allowedTools) || !sameList(denied.names, disallowedTools);
      const adapted: Skill = changed
        ? { ...skill, allowedTools: names, disallowedTools: denied.names, declared: { allowedTools, disallowedTools } }
        : skill;
      const at = sources.allowedTools ?? { file, line: 1, column: 1 };
      const deniedAt = sources.disallowedTools ?? { file, line: 1, column: 1 };
      return {
        skill: adapted,
        diagnostics: [
          ...(allowed?.problems ?? []).map((problem) => toDiagnostic(problem, at)),
          ...denied.problems.map((problem) => toDiagnostic(problem, deniedAt)),
        ],
      };
    },
  };
}

function sameList(one: "all" | readonly string[], other: "all" | readonly string[]): boolean {
  if (one === "all" || other === "all") return one === other;
  return one.length === other.length && one.every((name, index) => name === other[index]);
}

function toDiagnostic(problem: ToolProblem, position: SkillDiagnostic["position"]): SkillDiagnostic {
  return { severity: "warning", ...problem, position };
}
