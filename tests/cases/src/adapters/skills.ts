import type { Allowlist } from "@antler/plugin-api";
import { intersectSkillAllowlists, readSkill, selectSkills, unionAllowedTools } from "@antler/skills";
import type { Adapters } from "../adapter.js";

type CaseList = readonly string[] | null;
interface SkillInput {
  readonly text?: string;
  readonly bytes?: readonly number[];
  readonly file?: string;
}

export const skillsAdapters: Adapters = {
  "skills.mergeAllowlists": ({ parent, child }: { readonly parent: CaseList; readonly child: CaseList }) =>
    listJson(intersectSkillAllowlists(parent ?? "all", child ?? "all")),
  "skills.select": (input: { readonly config_skills: CaseList; readonly skills: Parameters<typeof selectSkills>[0] }) =>
    selectSkills(input.skills, input.config_skills ?? "all").map(({ name }) => name),
  "skills.allowedTools": ({ skills }: { readonly skills: readonly { readonly allowed_tools: CaseList }[] }) =>
    listJson(unionAllowedTools(skills.map(({ allowed_tools }) => ({ allowedTools: allowed_tools ?? "all" })))),
  "skill.parse": (input: SkillInput) => {
    const { fields } = read(input);
    if (fields === null) return null;
    return {
      name: fields.name,
      description: fields.description,
      license: fields.license,
      allowed_tools: listJson(fields.allowedTools),
      required_secrets: fields.requiredSecrets.map(({ name, optional }) => [name, optional]),
    };
  },
  "skill.validate": (input: SkillInput) => {
    const { diagnostics } = read(input);
    return { valid: diagnostics.length === 0, message: diagnostics.map(({ message }) => message).join("; ") };
  },
};

/** The cases ask for the strict reading (`skills.reading: strict`); the default mends what people commonly write. */
function read({ text, bytes, file }: SkillInput): ReturnType<typeof readSkill> {
  const content = bytes === undefined ? (text ?? "") : Uint8Array.from(bytes);
  return readSkill(content, { file: file ?? "SKILL.md", reading: "strict" });
}

/** A case writes null where nothing is restricted. */
const listJson = (list: Allowlist): CaseList => (list === "all" ? null : list);
