import { dirname, resolve } from "node:path";
import type { ConfigProblem, SourcePosition } from "@antler/plugin-api";
import { type Document, isPair, isScalar, LineCounter, type Node, parseDocument, visit } from "yaml";
import type { Env } from "./env.js";
import { findNode } from "./find-node.js";
import { type StrayReference, strayReference, substituteEnv } from "./substitute-env.js";
import { syntaxProblem } from "./syntax-problem.js";

export type ConfigPath = readonly (string | number)[];

/** config.yaml with its positions: what was written, after `$VAR`s are replaced. */
export interface ConfigDocument {
  /** As given, for messages. */
  readonly file: string;
  /** Absolute folder that relative paths in it are relative to. */
  readonly dir: string;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** What was wrong with the text itself: syntax, duplicate keys, unset variables. */
  readonly problems: readonly ConfigProblem[];
  /** Where a value stands; where its key stands when the value is blank; undefined when there is neither. */
  locate(path: ConfigPath): SourcePosition | undefined;
  /** Where a key stands. */
  locateKey(path: ConfigPath): SourcePosition | undefined;
}

/** Aliases may expand to this many nodes at most (a bomb of nested anchors is refused). Source: yaml's own default. */
const MAX_ALIASES = 100;

/** `explains`: unset variables below `models` are warnings, because no model will be called. */
export function parseConfig(text: string, file: string, env: Env, explains = false): ConfigDocument {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: "1.2",
    merge: true,
    logLevel: "error",
  });
  const at = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const problems: ConfigProblem[] = [
    ...document.errors.map((error) => syntaxProblem(error, text, at)),
    ...document.warnings.map(({ message, pos }) => ({
      severity: "warning" as const,
      code: "ANTLER_CONFIG_TAG_UNKNOWN" as const,
      message: `${message.replace(/^Unresolved tag: (.*)$/, "the tag `$1` is not known")}; the value is read without it`,
      hint: "Remove the tag.",
      position: at(pos[0]),
    })),
  ];
  const onMissing = (missing: string, offset: number, section: string): unknown =>
    problems.push({
      severity: explains && section === "models" ? "warning" : "error",
      code: "ANTLER_CONFIG_VARIABLE_UNSET",
      message: `environment variable ${missing} is not set`,
      hint: `Set ${missing}, give a default (\`\${${missing}:-default}\`), or write \`$$\` for a dollar sign.`,
      position: at(offset),
    });
  const onStray = ({ text, name, reason }: StrayReference, offset: number): unknown =>
    problems.push({
      severity: "warning",
      code: "ANTLER_CONFIG_VARIABLE_UNBRACED",
      message: `\`${text}\` stays as it stands: ${reason}`,
      hint: `Write \`\${${name}}\` for the variable, or \`$${text}\` for these very characters.`,
      position: at(offset),
    });
  substituteAll(document, text, env, { onMissing, onStray });
  problems.push(...unknownAliases(document, at));
  const value = problems.some(isStructural) ? {} : toRecord(document, problems, file);
  return {
    file,
    dir: dirname(resolve(file)),
    text,
    value,
    problems,
    locate: (path) => {
      const { key, value } = findNode(document, path);
      const offset = startOf(value) ?? startOf(key);
      return offset === undefined ? undefined : at(offset);
    },
    locateKey: (path) => {
      const offset = startOf(findNode(document, path).key);
      return offset === undefined ? undefined : at(offset);
    },
  };
}

/** The text has no value as a whole; a variable only spoils its own. */
function isStructural({ code, severity }: ConfigProblem): boolean {
  return severity === "error" && code !== "ANTLER_CONFIG_VARIABLE_UNSET";
}

function unknownAliases(document: Document.Parsed, at: (offset: number) => SourcePosition): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  visit(document, {
    Alias: (_key, node) => {
      if (node.resolve(document) !== undefined) return;
      problems.push({
        severity: "error",
        code: "ANTLER_CONFIG_ALIAS_UNKNOWN",
        message: `the alias \`*${node.source}\` refers to nothing`,
        hint: `Write \`&${node.source}\` at the value that it means, above this place; or put the text in quotes.`,
        position: at(node.range?.[0] ?? 0),
      });
    },
  });
  return problems;
}

function substituteAll(
  document: Document.Parsed,
  source: string,
  env: Env,
  {
    onMissing,
    onStray,
  }: {
    readonly onMissing: (name: string, offset: number, section: string) => void;
    readonly onStray: (reference: StrayReference, offset: number) => void;
  },
): void {
  visit(document, {
    Scalar: (key, node, path) => {
      if (key === "key" || typeof node.value !== "string") return;
      const { text, missing } = substituteEnv(node.value, env);
      const top = path.find(isPair)?.key;
      const [start, end] = node.range ?? [0, 0];
      const placeOf = (reference: string): number => {
        const found = source.indexOf(reference, start);
        return found < 0 || found >= end ? start : found;
      };
      for (const name of missing) onMissing(name, placeOf(`\${${name}`), isScalar(top) ? String(top.value) : "");
      // Items of lists are often arguments of a shell, which has variables of its own.
      const stray = key === "value" ? strayReference(node.value) : undefined;
      if (stray !== undefined) onStray(stray, placeOf(stray.text));
      if (missing.length === 0) node.value = text;
    },
  });
}

function toRecord(
  document: Document.Parsed,
  problems: ConfigProblem[],
  file: string,
): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    if (value === null || value === undefined) return {};
    if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
    problems.push({
      severity: "error",
      code: "ANTLER_CONFIG_NOT_A_MAP",
      message: "the file is not a mapping of keys to values",
      hint: "Start it with a key, for example `models:`.",
      position: { file, line: 1, column: 1 },
    });
  } catch (thrown) {
    problems.push({
      severity: "error",
      code: "ANTLER_CONFIG_ALIASES",
      message: `anchors and aliases expand too far: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      hint: `Write the values out; at most ${MAX_ALIASES} aliases are followed.`,
      position: { file, line: 1, column: 1 },
    });
  }
  return {};
}

function startOf(node: Node | undefined): number | undefined {
  return node?.range?.[0];
}
