import { DEFAULT_SKILLS_CONFIG as DEFAULTS } from "./config.js";

const names = (description: string): object => ({
  description,
  type: ["array", "null"],
  items: { type: "string", minLength: 1 },
});
const count = (description: string, minimum: number, value: number): object => ({
  description,
  type: ["integer", "null"],
  minimum,
  default: value,
});

/** JSON Schema of the section `skills` of config.yaml. */
export const SKILLS_CONFIG_SCHEMA: object = {
  type: "object",
  additionalProperties: false,
  description: "Skills: folders with a SKILL.md that tell agents how to do something.",
  properties: {
    paths: {
      ...names("Folders to look in, the first skill of a name wins. `~` is the home folder; relative to config.yaml."),
      default: DEFAULTS.paths,
    },
    container_path: {
      description: "Where commands see the skills. DeerFlow's key; there is no other place here.",
      enum: ["/mnt/skills", null],
      default: "/mnt/skills",
    },
    enabled: {
      ...names("Only these skills are in force. Absent: all that are found. `[]`: none."),
      default: null,
    },
    disabled: { ...names("These skills are not in force, whatever else says so."), default: DEFAULTS.disabled },
    allowed: {
      ...names("The skills that the lead, and so everything below it, may have. Absent: all. `[]`: none."),
      default: null,
    },
    allowed_tools: {
      description:
        "restrict: the `allowed-tools` of loaded skills are all that an agent keeps. ignore: they have no effect; `disallowed-tools` still have.",
      enum: ["restrict", "ignore", null],
      default: DEFAULTS.allowedTools,
    },
    loading: {
      description:
        "eager: bodies stand in the system message. index: only names and descriptions do; an agent loads a body with `load_skill`.",
      enum: ["eager", "index", null],
      default: DEFAULTS.loading,
    },
    reading: {
      description:
        "lenient: common mistakes in front matter are mended with a warning. strict: a skill with such a mistake is not used.",
      enum: ["lenient", "strict", null],
      default: DEFAULTS.reading,
    },
    max_file_bytes: count(
      "A SKILL.md with more bytes gives its restrictions but no body.",
      1024,
      DEFAULTS.maxFileBytes,
    ),
    max_depth: count("How many folders below a path are looked into.", 1, DEFAULTS.maxDepth),
    max_skills: count("How many skills one path may hold; further ones are left out.", 1, DEFAULTS.maxSkills),
    token_budget: count(
      "An agent whose skills cost more estimated tokens gets a warning. 0: never.",
      0,
      DEFAULTS.tokenBudget,
    ),
  },
};
