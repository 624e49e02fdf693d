import { basename } from "node:path";
import type { Skill, SkillDiagnostic, SourcePosition } from "@antler/plugin-api";
import { SKILL_CODES } from "../skill-codes.js";
import { decodeSkill } from "./decode-skill.js";
import { type FrontMatter, readFrontMatter } from "./front-matter.js";
import { checkFieldNames } from "./known-fields.js";
import { readDescription } from "./read-description.js";
import { readName } from "./read-name.js";
import { type Reporter, reporterFor } from "./skill-diagnostic.js";
import { readRequiredSecrets, type SkillFields, textField } from "./skill-fields.js";
import { splitFrontMatter } from "./split-front-matter.js";
import { readToolList } from "./tool-list.js";

export interface ReadSkillOptions {
  /** For messages and, where the field is missing, for the name. */
  readonly file: string;
  /**
   * `lenient` (default) mends what people commonly write, with a warning each: unquoted colons, numbers as names, a missing
   * name, tool lists in one string, `skill.md`; bytes that are not UTF-8 cost the body alone. `strict` refuses them.
   */
  readonly reading?: "lenient" | "strict";
  /** The content is only the beginning of the file: the skill gets no body. */
  readonly cut?: boolean;
}
export interface SkillReading {
  /** null: the skill cannot be used; an error among the diagnostics says why. */
  readonly skill: Skill | null;
  /** Set exactly when `skill` is. */
  readonly fields: SkillFields | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Reads one SKILL.md. Never throws, executes nothing, and takes time bounded by the size of the content. */
export function readSkill(content: Uint8Array | string, options: ReadSkillOptions): SkillReading {
  const { file } = options;
  const lenient = options.reading !== "strict";
  const report = reporterFor(file);
  const named = checkFileName(file, lenient, report);
  const { text, diagnostic: encoding } = decodeSkill(content, file);
  const before = [...named, ...(encoding === null || options.cut === true ? [] : [encoding])];
  if (named.some(({ severity }) => severity === "error")) return unusable(before);
  const split = splitFrontMatter(text);
  if (typeof split === "string") {
    const message =
      split === "not-closed" ? "the front matter is not closed" : "the file does not begin with front matter";
    const hint = "Begin the file with a line `---`, then `name:` and `description:`, then a line `---`.";
    return unusable([...before, report.error(SKILL_CODES.frontMatter, message, hint)]);
  }
  const { frontMatter, diagnostics } = readFrontMatter(split.yaml, file, lenient);
  if (frontMatter === null) return unusable([...before, ...diagnostics]);
  if (encoding !== null && (!lenient || split.yaml.includes("\uFFFD"))) return unusable(before);
  const body = encoding !== null || options.cut === true ? null : split.body;
  return toSkill(frontMatter, { file, body, lenient, report, before: [...before, ...diagnostics] });
}

interface Context {
  readonly file: string;
  readonly body: string | null;
  readonly lenient: boolean;
  readonly report: Reporter;
  readonly before: readonly SkillDiagnostic[];
}

function toSkill(frontMatter: FrontMatter, { file, body, lenient, report, before }: Context): SkillReading {
  const name = readName(frontMatter, file, lenient, report);
  const description = readDescription(frontMatter, lenient, report);
  const allowed = toolField(frontMatter, "allowed-tools", lenient, report);
  const disallowed = toolField(frontMatter, "disallowed-tools", lenient, report);
  const secrets = readRequiredSecrets(frontMatter, report);
  const diagnostics = [
    ...before,
    ...[name, description, allowed, disallowed, secrets].flatMap((reading) => reading.diagnostics),
    ...checkFieldNames(frontMatter, report),
  ];
  if (name.name === null || description.description === null) return unusable(diagnostics);
  if (allowed.tools === undefined || disallowed.tools === undefined) return unusable(diagnostics);
  const shared = {
    name: name.name,
    description: description.description,
    allowedTools: allowed.tools,
    disallowedTools: disallowed.tools === "all" ? [] : disallowed.tools,
  };
  const sources = {
    ...(allowed.position && { allowedTools: allowed.position }),
    ...(disallowed.position && { disallowedTools: disallowed.position }),
  };
  const texts = {
    license: textField(frontMatter, "license"),
    compatibility: textField(frontMatter, "compatibility"),
    version: textField(frontMatter, "version"),
  };
  return {
    skill: { ...shared, file, body, sources },
    fields: { ...shared, ...texts, requiredSecrets: secrets.secrets },
    diagnostics,
  };
}

function toolField(
  frontMatter: FrontMatter,
  name: string,
  lenient: boolean,
  report: Reporter,
): ReturnType<typeof readToolList> & { readonly position: SourcePosition | undefined } {
  const field = frontMatter.fields.get(name);
  if (field === undefined) return { tools: "all", diagnostics: [], position: undefined };
  const reading = readToolList(field, { field: name, lenient, locate: frontMatter.locate, report });
  return { ...reading, position: field.position };
}

function checkFileName(file: string, lenient: boolean, report: Reporter): readonly SkillDiagnostic[] {
  const name = basename(file);
  if (name === "SKILL.md") return [];
  const hint = "Rename it to SKILL.md.";
  if (lenient && name.toLowerCase() === "skill.md")
    return [report.warning(SKILL_CODES.fileName, `other clients do not look for ${name}`, hint)];
  return [report.error(SKILL_CODES.fileName, `${name} is not the name of a skill file`, hint)];
}

function unusable(diagnostics: readonly SkillDiagnostic[]): SkillReading {
  return { skill: null, fields: null, diagnostics };
}
