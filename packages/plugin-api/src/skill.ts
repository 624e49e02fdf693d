import type { Allowlist } from "./allowlist.js";
import type { Contribution } from "./extension-point.js";
import type { Awaitable, Json } from "./json.js";
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
  /** The two lists as the file has them, where an adapter translated them. */
  readonly declared?: { readonly allowedTools: Allowlist; readonly disallowedTools: readonly string[] };
}
/** A skill that one agent has. */
export interface LoadedSkill extends Skill {
  /**
   * Set where the agent loads the skill itself, when it needs it (`skills.loading: index`): the skill as it then is.
   * Until then this one has no body and restricts nothing. Loaded names stand in the state key `loaded_skills`.
   */
  readonly onDemand?: Skill;
}

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
  /** Calls back after files have changed, until the signal aborts. Resolves once changes are seen. */
  watch?(onChange: () => void, signal: AbortSignal): Promise<void>;
}
/** Translates what skills written for another client say about tools. Contract: pure; never allows more than the text does. */
export interface SkillAdapter extends Contribution {
  adapt(skill: Skill): { readonly skill: Skill; readonly diagnostics: readonly SkillDiagnostic[] };
}

/** Reads folders of skills, and other Markdown files with front matter, for plugins that know of further places. */
export interface SkillReader extends Contribution {
  /** A source over these folders, read as those of `skills.paths` are. `~` is the home folder; missing ones are no problem. */
  source(name: string, paths: readonly string[]): SkillSource;
  /** One Markdown file, mended where `skills.reading` allows it. Never throws. */
  document(content: Uint8Array | string, file: string): MarkdownReading;
  /** The entries of a tool list in one string: cut at blanks and commas outside parentheses. */
  toolList(text: string): readonly string[];
  /** Absolute, with `~` resolved; relative ones begin at the folder of config.yaml. */
  resolvePath(path: string): string;
  /** Calls back after something in these folders has changed, until the signal aborts. Resolves once changes are seen. */
  watch(paths: readonly string[], onChange: () => void, signal: AbortSignal): Promise<void>;
}
export interface MarkdownReading {
  /** null: the file cannot be read, or has no front matter; the diagnostics say which. */
  readonly document: MarkdownDocument | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}
export interface MarkdownDocument {
  readonly fields: ReadonlyMap<string, MarkdownField>;
  /** Below the front matter, trimmed. */
  readonly body: string;
}
export interface MarkdownField {
  readonly value: Json;
  /** A single value as it is written (`010`, `1.10`); null for lists, maps and nothing. */
  readonly text: string | null;
  /** Of the key. */
  readonly position: SourcePosition;
}
/** Which skills are in force: sources merged, enabled and disabled applied. */
export interface SkillCatalog extends Contribution {
  /** The lead's own allowlist (`skills.allowed`), and where it stands. */
  readonly allowed: Allowlist;
  readonly allowedSource: SourcePosition | undefined;
  list(): Promise<SkillListing>;
  /** The enabled skills that the allowlist names, in catalogue order. Unknown names become warnings. */
  select(
    allowlist: Allowlist,
  ): Promise<{ readonly skills: readonly LoadedSkill[]; readonly warnings: readonly Warning[] }>;
  /** What a child may have at most: child ∩ parent in the child's order; `"all"` on one side gives the other. */
  intersect(parent: Allowlist, child: Allowlist): Allowlist;
  /** The parts of the system message that these skills become, in order. */
  promptParts(skills: readonly LoadedSkill[]): readonly string[];
  /** Calls back after a source has changed, until the signal aborts. `list` and `select` are always fresh without it. */
  watch?(onChange: () => void, signal: AbortSignal): Promise<void>;
}
