export interface ClaudeConfig {
  /** Folders of agent files; relative ones begin at the folder of config.yaml. */
  readonly agents: readonly string[];
  /** Folders of skills, behind those of `skills.paths`. */
  readonly skills: readonly string[];
  /** `sonnet`, `opus`, `haiku` or a full model name, to a name of `models` or `inherit`. */
  readonly models: Readonly<Record<string, string>>;
  /** Further or other aliases of tools. */
  readonly tools: Readonly<Record<string, string>>;
  /** Read agent files again when they change. */
  readonly watch: boolean;
}

/** As written; null is the same as absent. */
export interface RawClaudeConfig {
  readonly agents?: readonly string[] | null;
  readonly skills?: readonly string[] | null;
  readonly models?: Readonly<Record<string, string>> | null;
  readonly tools?: Readonly<Record<string, string>> | null;
  readonly watch?: boolean | null;
}

export const DEFAULT_CLAUDE_CONFIG: ClaudeConfig = {
  agents: ["./agents", "./.claude/agents", "~/.claude/agents"],
  skills: ["./.claude/skills", "~/.claude/skills"],
  models: {},
  tools: {},
  watch: false,
};

export function toClaudeConfig(raw: RawClaudeConfig): ClaudeConfig {
  const fallback = DEFAULT_CLAUDE_CONFIG;
  return {
    agents: raw.agents ?? fallback.agents,
    skills: raw.skills ?? fallback.skills,
    models: raw.models ?? fallback.models,
    tools: raw.tools ?? fallback.tools,
    watch: raw.watch ?? fallback.watch,
  };
}

const folders = (description: string, value: readonly string[]): object => ({
  description,
  type: ["array", "null"],
  items: { type: "string", minLength: 1 },
  default: value,
});
const names = (description: string): object => ({
  description,
  type: ["object", "null"],
  additionalProperties: { type: "string", minLength: 1 },
  default: {},
});

/** JSON Schema of this plugin's config. */
export const CLAUDE_CONFIG_SCHEMA: object = {
  type: "object",
  additionalProperties: false,
  description: "Skills and agent files that were written for Claude Code.",
  properties: {
    agents: folders("Folders of agent files (*.md).", DEFAULT_CLAUDE_CONFIG.agents),
    skills: folders("Folders of skills, behind those of skills.paths.", DEFAULT_CLAUDE_CONFIG.skills),
    models: names("sonnet, opus, haiku or a full model name, to a name of `models`. Not mapped: the lead's model."),
    tools: names("Further tool names of the client, to tools here."),
    watch: {
      description: "Read agent files again when they change. Skills are read again always.",
      type: ["boolean", "null"],
      default: DEFAULT_CLAUDE_CONFIG.watch,
    },
  },
};
