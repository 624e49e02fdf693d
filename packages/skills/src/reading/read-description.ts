import type { SkillDiagnostic } from "@antler/plugin-api";
import { SKILL_CODES } from "../skill-codes.js";
import type { FrontMatter } from "./front-matter.js";
import { scalarText } from "./scalar-text.js";
import type { Reporter } from "./skill-diagnostic.js";

/** Characters, of the Agent Skills specification; real ones reach 1,929. */
const MAX_DESCRIPTION = 1024;

export interface DescriptionReading {
  /** null: the skill cannot be used. */
  readonly description: string | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The `description` field, trimmed and kept whole. A missing one makes the skill unusable: nobody can tell when to use it. */
export function readDescription(frontMatter: FrontMatter, lenient: boolean, report: Reporter): DescriptionReading {
  const field = frontMatter.fields.get("description");
  const scalar = scalarText(field?.node ?? null);
  const description = scalar?.text.trim() ?? "";
  const at = field?.position;
  if (description === "" || (scalar?.isString === false && !lenient)) {
    const message = field === undefined ? "the skill has no description" : "the description is not a text";
    const hint = "Add `description:` with one or two sentences on when to use the skill.";
    return { description: null, diagnostics: [report.error(SKILL_CODES.description, message, hint, at)] };
  }
  const diagnostics: SkillDiagnostic[] = [];
  if (description.length > MAX_DESCRIPTION)
    diagnostics.push(
      report.warning(
        SKILL_CODES.descriptionStyle,
        `the description has ${description.length} characters`,
        `Use ${MAX_DESCRIPTION} at most; other clients refuse or cut more.`,
        at,
      ),
    );
  if (/<\/?[A-Za-z!]/.test(description))
    diagnostics.push(
      report.warning(
        SKILL_CODES.descriptionStyle,
        "the description holds a tag",
        "Use words: tags are shown escaped, and other clients refuse them.",
        at,
      ),
    );
  return { description, diagnostics };
}
