import { nearestName, type SkillDiagnostic } from "@antler/plugin-api";
import { SKILL_CODES } from "../skill-codes.js";
import type { FrontMatter } from "./front-matter.js";
import type { Reporter } from "./skill-diagnostic.js";

/** Read here, or meant for people only (Agent Skills specification, and what skills in the wild add for people). */
const READ_FIELDS = ["name", "description", "allowed-tools", "disallowed-tools", "required-secrets"];
const DESCRIPTIVE_FIELDS = [
  ...["license", "compatibility", "metadata", "version", "author", "authors", "tags", "category", "keywords"],
  ...["homepage", "repository", "title"],
];
/** Of the two common clients; they would change behaviour there and change nothing here. */
const CLIENT_FIELDS = [
  ...["model", "effort", "context", "agent", "hooks", "paths", "shell", "when_to_use", "argument-hint", "arguments"],
  ...["disable-model-invocation", "user-invocable", "user-invokable", "globs", "mode"],
];
const KNOWN: readonly string[] = [...READ_FIELDS, ...DESCRIPTIVE_FIELDS, ...CLIENT_FIELDS];

/** One warning for each field that is not known, or known elsewhere and not acted on here. */
export function checkFieldNames({ fields }: FrontMatter, report: Reporter): readonly SkillDiagnostic[] {
  const diagnostics: SkillDiagnostic[] = [];
  for (const [name, { position }] of fields) {
    if (CLIENT_FIELDS.includes(name))
      diagnostics.push(
        report.warning(
          SKILL_CODES.fieldIgnored,
          `${name} is read by other clients and has no effect here`,
          "docs/skills.md lists what each field does.",
          position,
        ),
      );
    else if (!KNOWN.includes(name)) diagnostics.push(unknownField(name, report, position));
  }
  return diagnostics;
}

/** True for the misspelt field that was meant to restrict: people should hear of it even when all else is quiet. */
export function looksLikeAllowedTools(name: string): boolean {
  return /^(allow(ed)?[-_ ]?tools?|tools)$/i.test(name) && name !== "allowed-tools";
}

function unknownField(name: string, report: Reporter, position: Parameters<Reporter["warning"]>[3]): SkillDiagnostic {
  const nearest = looksLikeAllowedTools(name) ? "allowed-tools" : nearestName(name, KNOWN);
  const hint = nearest === undefined ? "Put it under metadata." : `Did you mean ${nearest}?`;
  return report.warning(SKILL_CODES.fieldUnknown, `the field "${name}" is not known and has no effect`, hint, position);
}
