import type { Allowlist } from "./allowlist.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable } from "./json.js";
import type { SourcePosition } from "./source-position.js";
import type { Warning } from "./warning.js";

/** A skill as a source found it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Host path of its SKILL.md. */
  readonly file: string;
  /** The text below the front matter, trimmed. null: it could not be read; its restrictions hold all the same. */
  readonly body: string | null;
  /** `"all"`: the skill declares nothing. */
  readonly allowedTools: Allowlist;
  readonly disallowedTools: readonly string[];
  readonly sources: { readonly allowedTools?: SourcePosition; readonly disallowedTools?: SourcePosition };
}
/** A skill that one agent has. */
export interface LoadedSkill extends Skill {}

export interface SkillDiagnostic extends Warning {
  readonly severity: "error" | "warning";
}
/** What a source found, with what it could not use. */
export interface SkillListing {
  readonly skills: readonly Skill[];
  readonly diagnostics: readonly SkillDiagnostic[];
}
/** Where skills come from. Sources are asked in order of registration; the first skill of a name wins. */
export interface SkillSource extends Contribution {
  list(): Awaitable<SkillListing>;
}

/** Which skills are in force: sources merged, enabled and disabled applied. */
export interface SkillCatalog extends Contribution {
  /** The lead's own allowlist (`skills.allowed`), and where it stands. */
  readonly allowed: Allowlist;
  readonly allowedSource: SourcePosition | undefined;
  list(): Promise<SkillListing>;
  /** The enabled skills that the allowlist names, in catalogue order. Unknown names become warnings. */
  select(allowlist: Allowlist): Promise<{ readonly skills: readonly LoadedSkill[]; readonly warnings: readonly Warning[] }>;
  /** What a child may have at most: child ∩ parent in the child's order; `"all"` on one side gives the other. */
  intersect(parent: Allowlist, child: Allowlist): Allowlist;
  /** The parts of the system message that these skills become, in order. */
  promptParts(skills: readonly LoadedSkill[]): readonly string[];
}
