import type { SkillDiagnostic, SourcePosition } from "@antler/plugin-api";
import { type Document, isAlias, isMap, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { SKILL_CODES } from "../skill-codes.js";
import { mendFrontMatter } from "./mend-front-matter.js";
import { type Reporter, reporterFor } from "./skill-diagnostic.js";

export interface FrontMatterField {
  /** Aliases resolved; null: nothing stands behind the colon. */
  readonly node: Node | null;
  /** Of the key. */
  readonly position: SourcePosition;
}
export interface FrontMatter {
  readonly fields: ReadonlyMap<string, FrontMatterField>;
  readonly locate: (node: Node) => SourcePosition;
}
export interface FrontMatterReading {
  /** null: it cannot be read; the diagnostics say why. */
  readonly frontMatter: FrontMatter | null;
  readonly diagnostics: readonly SkillDiagnostic[];
}

/** Characters of front matter that are read, at most; real ones stay below 4,000. Bounds the time that YAML takes. */
export const MAX_FRONT_MATTER = 32_768;

/** Reads the YAML between the fences as data: tags construct nothing, aliases are not expanded. */
export function readFrontMatter(yaml: string, file: string, lenient: boolean): FrontMatterReading {
  const report = reporterFor(file);
  if (yaml.length > MAX_FRONT_MATTER)
    return failed(
      report.error(
        SKILL_CODES.frontMatter,
        `the front matter has ${yaml.length} characters; ${MAX_FRONT_MATTER} is the most that is read`,
        "Move text into the body.",
      ),
    );
  const first = parse(yaml, file);
  if (first === "too-deep")
    return failed(
      report.error(SKILL_CODES.frontMatter, "the front matter is nested too deeply", "Use plain keys and values."),
    );
  if (first.document.errors.length === 0) return toFields(first, report, []);
  const mended = lenient ? mendFrontMatter(yaml) : null;
  if (mended !== null && mended.lines.length > 0) {
    const second = parse(mended.yaml, file);
    if (second !== "too-deep" && second.document.errors.length === 0)
      return toFields(
        second,
        report,
        mended.lines.map((line) =>
          report.warning(
            SKILL_CODES.mended,
            "the value is not valid YAML as it stands and was read as plain text",
            "Put the value in quotes: a colon followed by a blank ends a key in YAML.",
            { file, line: line + 1, column: 1 },
          ),
        ),
      );
  }
  return failed(yamlError(first, yaml, report));
}

interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly at: (offset: number) => SourcePosition;
}

function parse(yaml: string, file: string): ParsedYaml | "too-deep" {
  const lineCounter = new LineCounter();
  try {
    const document = parseDocument(yaml, { lineCounter, prettyErrors: false, logLevel: "silent" });
    const at = (offset: number): SourcePosition => {
      const { line, col } = lineCounter.linePos(offset);
      return { file, line: Math.max(line, 1) + 1, column: Math.max(col, 1) };
    };
    return { document, at };
  } catch (error) {
    if (error instanceof RangeError) return "too-deep";
    throw error;
  }
}

function toFields(parsed: ParsedYaml, report: Reporter, mended: readonly SkillDiagnostic[]): FrontMatterReading {
  const { document, at } = parsed;
  const root = document.contents;
  if (!isMap(root))
    return failed(
      report.error(
        SKILL_CODES.frontMatter,
        "the front matter is not a list of `key: value` lines",
        "Write `name: …` and `description: …` between the two fences.",
      ),
    );
  const locate = (node: Node): SourcePosition => at(node.range?.[0] ?? 0);
  const fields = new Map<string, FrontMatterField>();
  for (const { key, value } of root.items) {
    if (!isScalar(key)) continue;
    const name = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
    const resolved = isAlias(value) ? (value.resolve(document) ?? null) : (value as Node | null);
    fields.set(name, { node: resolved, position: locate(key) });
  }
  const tags = document.warnings.map(({ message, pos }) =>
    report.warning(SKILL_CODES.tagIgnored, message, "Remove the tag: values are read as plain data.", at(pos[0])),
  );
  return { frontMatter: { fields, locate }, diagnostics: [...mended, ...tags] };
}

function yamlError({ document, at }: ParsedYaml, yaml: string, report: Reporter): SkillDiagnostic {
  const problem = document.errors[0];
  const position = at(problem?.pos[0] ?? 0);
  const colon = mendFrontMatter(yaml).lines.length > 0;
  return report.error(
    SKILL_CODES.frontMatter,
    `the front matter is not valid YAML: ${problem?.message ?? "it cannot be read"}`,
    colon
      ? "Put a value that holds a colon followed by a blank in quotes."
      : "Compare it with `key: value`, one a line, indented with blanks.",
    position,
  );
}

function failed(diagnostic: SkillDiagnostic): FrontMatterReading {
  return { frontMatter: null, diagnostics: [diagnostic] };
}
