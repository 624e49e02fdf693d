import type { Allowlist } from "@antler/plugin-api";

export interface SkillsConfig {
  /** As written; relative ones start at the folder of config.yaml. */
  readonly paths: readonly string[];
  /** Written in config.yaml: a missing folder is then worth a warning. */
  readonly pathsAreConfigured: boolean;
  readonly enabled: Allowlist;
  readonly disabled: readonly string[];
  readonly allowed: Allowlist;
  readonly allowedTools: "restrict" | "ignore";
  readonly loading: "eager" | "index";
  readonly reading: "lenient" | "strict";
  /** Bytes. */
  readonly maxFileBytes: number;
  readonly maxDepth: number;
  readonly maxSkills: number;
  /** Estimated tokens. 0: never warn. */
  readonly tokenBudget: number;
}

export const DEFAULT_SKILL_PATHS: readonly string[] = ["./skills", "./.agents/skills", "~/.agents/skills"];

export const DEFAULT_SKILLS_CONFIG: SkillsConfig = {
  paths: DEFAULT_SKILL_PATHS,
  pathsAreConfigured: false,
  enabled: "all",
  disabled: [],
  allowed: "all",
  allowedTools: "restrict",
  loading: "eager",
  reading: "lenient",
  maxFileBytes: 262_144,
  maxDepth: 6,
  maxSkills: 1000,
  tokenBudget: 20_000,
};

/** The section `skills` as written, after validation. null is the same as absent. */
export interface RawSkillsConfig {
  readonly paths?: readonly string[] | null;
  readonly enabled?: readonly string[] | null;
  readonly disabled?: readonly string[] | null;
  readonly allowed?: readonly string[] | null;
  readonly allowed_tools?: SkillsConfig["allowedTools"] | null;
  readonly loading?: SkillsConfig["loading"] | null;
  readonly reading?: SkillsConfig["reading"] | null;
  readonly max_file_bytes?: number | null;
  readonly max_depth?: number | null;
  readonly max_skills?: number | null;
  readonly token_budget?: number | null;
}

export function toSkillsConfig(raw: RawSkillsConfig): SkillsConfig {
  const fallback = DEFAULT_SKILLS_CONFIG;
  return {
    paths: raw.paths ?? fallback.paths,
    pathsAreConfigured: raw.paths !== undefined && raw.paths !== null,
    enabled: raw.enabled ?? fallback.enabled,
    disabled: raw.disabled ?? fallback.disabled,
    allowed: raw.allowed ?? fallback.allowed,
    allowedTools: raw.allowed_tools ?? fallback.allowedTools,
    loading: raw.loading ?? fallback.loading,
    reading: raw.reading ?? fallback.reading,
    maxFileBytes: raw.max_file_bytes ?? fallback.maxFileBytes,
    maxDepth: raw.max_depth ?? fallback.maxDepth,
    maxSkills: raw.max_skills ?? fallback.maxSkills,
    tokenBudget: raw.token_budget ?? fallback.tokenBudget,
  };
}
