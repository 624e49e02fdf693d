import { basename, dirname } from "node:path";
import type { SkillDiagnostic, SourcePosition } from "@antler/plugin-api";
import { SKILL_CODES } from "../skill-codes.js";
import type { FrontMatter } from "./front-matter.js";
import { scalarText } from "./scalar-text.js";
import type { Reporter } from "./skill-diagnostic.js";

/** Of the Agent Skills specification. */
const MAX_NAME = 64;
/** A name beyond this is no name; it stands in prompts and tables. */
const HARD_MAX_NAME = 200;
const HYPHEN_CASE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters in a name are what is looked for
const UNUSABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029/\\]|^\.{1,2}$/;

export interface NameReading {
  /** null: the skill cannot be used. */
  readonly name: string | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** The `name` field; lenient reading takes a number as its digits and the folder's name where there is no field. */
export function readName(frontMatter: FrontMatter, file: string, lenient: boolean, report: Reporter): NameReading {
  const field = frontMatter.fields.get("name");
  const folder = folderOf(file);
  const scalar = scalarText(field?.node ?? null);
  const written = scalar?.text.trim() ?? "";
  const at = field?.position;
  if (written === "") {
    if (!lenient || folder === null || (field !== undefined && field.node !== null && scalar === null))
      return unusable(report, "the skill has no name", at);
    const message = `the skill has no name and takes its folder's, "${folder}"`;
    return judge(folder, folder, report, at, [
      report.warning(SKILL_CODES.mended, message, `Add \`name: ${folder}\`.`, at),
    ]);
  }
  if (scalar !== null && !scalar.isString) {
    if (!lenient) return unusable(report, `the name ${written} is not text`, at);
    const message = `the name ${written} is not text in YAML and was read as it is written`;
    return judge(written, folder, report, at, [
      report.warning(SKILL_CODES.mended, message, `Write \`name: "${written}"\`.`, at),
    ]);
  }
  return judge(written, folder, report, at, []);
}

function judge(
  name: string,
  folder: string | null,
  report: Reporter,
  at: SourcePosition | undefined,
  before: readonly SkillDiagnostic[],
): NameReading {
  if (UNUSABLE.test(name) || name.length > HARD_MAX_NAME)
    return unusable(report, `the name ${JSON.stringify(name.slice(0, MAX_NAME))} cannot be used`, at);
  const diagnostics = [...before];
  const style = (message: string, hint: string): unknown =>
    diagnostics.push(report.warning(SKILL_CODES.nameStyle, message, hint, at));
  if (name.length > MAX_NAME)
    style(`the name has ${name.length} characters`, `Use ${MAX_NAME} at most; other clients refuse more.`);
  else if (!HYPHEN_CASE.test(name))
    style(`the name "${name}" is not in hyphen-case`, "Use small letters, digits and single hyphens.");
  if (folder !== null && folder !== name)
    style(`the name "${name}" differs from its folder "${folder}"`, "Give both one name; other clients ask for it.");
  return { name, diagnostics };
}

function unusable(report: Reporter, message: string, at: SourcePosition | undefined): NameReading {
  const hint = "Write `name: my-skill`: small letters, digits and hyphens, like the folder.";
  return { name: null, diagnostics: [report.error(SKILL_CODES.name, message, hint, at)] };
}

function folderOf(file: string): string | null {
  const folder = basename(dirname(file));
  return folder === "" || folder === "." || folder === ".." ? null : folder;
}
