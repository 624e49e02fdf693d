import type { Allowlist, SkillDiagnostic, SourcePosition } from "@antler/plugin-api";
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
  if (isScalar(node) && typeof node.value === "string" && options.lenient) {
    const at = placeOf(node, field, options);
    return listed(
      splitToolString(node.value).map((tool) => ({ tool, position: at })),
      options,
    );
  }
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
  const entries: ListEntry[] = [];
  for (const item of items) {
    const tool = isScalar(item) && typeof item.value === "string" ? item.value.trim() : "";
    const position = placeOf(item, field, options);
    if (tool === "") return refused(options, position, `${options.field} has an entry that is no tool name`);
    entries.push({ tool, position });
  }
  return listed(entries, options);
}

interface ListEntry {
  readonly tool: string;
  readonly position: SourcePosition;
}

function placeOf(node: Node, field: FrontMatterField, { locate }: ToolListOptions): SourcePosition {
  return node.range === null || node.range === undefined ? field.position : locate(node);
}

/** What a skill allows it names: `*` is a sign like any other there. In parentheses it belongs to another client's rule. */
function listed(entries: readonly ListEntry[], { field, report }: ToolListOptions): ToolListReading {
  const patterns = field === "allowed-tools" ? entries.filter(({ tool }) => /^[^(]*\*/.test(tool)) : [];
  return {
    tools: entries.map(({ tool }) => tool),
    diagnostics: patterns.map(({ tool, position }) =>
      report.warning(
        SKILL_CODES.toolsPattern,
        `"${tool}" in ${field} matches no tool: \`*\` stands for itself there`,
        "Name the tools one by one.",
        position,
      ),
    ),
  };
}

function refused(options: ToolListOptions, position: FrontMatterField["position"], message: string): ToolListReading {
  const hint = `Write \`${options.field}: [read_file, bash]\`. The skill is not used, because its limits are not known.`;
  return { tools: undefined, diagnostics: [options.report.error(SKILL_CODES.tools, message, hint, position)] };
}
