import type { Allowlist, SkillDiagnostic } from "@antler/plugin-api";
import { isScalar, isSeq, type Node } from "yaml";
import { SKILL_CODES } from "../skill-codes.js";
import type { FrontMatter, FrontMatterField } from "./front-matter.js";
import type { Reporter } from "./skill-diagnostic.js";

export interface ToolListReading {
  /** undefined: the field cannot be understood, so the skill must not be used at all. */
  readonly tools: Allowlist | undefined;
  readonly diagnostics: readonly SkillDiagnostic[];
}
export interface ToolListOptions {
  readonly field: string;
  readonly lenient: boolean;
  readonly locate: FrontMatter["locate"];
  readonly report: Reporter;
}

/**
 * `[a, b]`, or `a b` or `a, b` as one string (`Tool(some pattern)` is one entry). A field without a value is `"all"`,
 * as if it were not there; an empty list or string is none. Strict reading takes lists only.
 */
export function readToolList(field: FrontMatterField, options: ToolListOptions): ToolListReading {
  const { node, position } = field;
  const { report } = options;
  if (node === null || (isScalar(node) && node.value === null))
    return {
      tools: "all",
      diagnostics: [
        report.warning(
          SKILL_CODES.toolsBlank,
          `${options.field} has no value and is read as if it were not there`,
          `Write \`${options.field}: []\` for no tools, or remove the line.`,
          position,
        ),
      ],
    };
  if (isSeq(node)) return fromSequence(node.items as readonly Node[], field, options);
  if (isScalar(node) && typeof node.value === "string" && options.lenient)
    return { tools: splitToolString(node.value), diagnostics: [] };
  return refused(options, position, `${options.field} must be a list of tool names`);
}

/** Cuts at blanks and commas outside parentheses: `Bash(git add:*), Read` has two entries. */
export function splitToolString(text: string): readonly string[] {
  const entries: string[] = [];
  let entry = "";
  let depth = 0;
  for (const character of text) {
    if (depth === 0 && /[\s,]/.test(character)) {
      if (entry !== "") entries.push(entry);
      entry = "";
      continue;
    }
    if (character === "(") depth++;
    if (character === ")" && depth > 0) depth--;
    entry += character;
  }
  return entry === "" ? entries : [...entries, entry];
}

function fromSequence(items: readonly Node[], field: FrontMatterField, options: ToolListOptions): ToolListReading {
  const tools: string[] = [];
  for (const item of items) {
    const entry = isScalar(item) && typeof item.value === "string" ? item.value.trim() : "";
    const position = item.range === null || item.range === undefined ? field.position : options.locate(item);
    if (entry === "") return refused(options, position, `${options.field} has an entry that is no tool name`);
    tools.push(entry);
  }
  return { tools, diagnostics: [] };
}

function refused(options: ToolListOptions, position: FrontMatterField["position"], message: string): ToolListReading {
  const hint = `Write \`${options.field}: [read_file, bash]\`. The skill is not used, because its limits are not known.`;
  return { tools: undefined, diagnostics: [options.report.error(SKILL_CODES.tools, message, hint, position)] };
}
