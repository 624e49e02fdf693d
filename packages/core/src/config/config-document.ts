import { dirname, resolve } from "node:path";
import type { ConfigProblem, SourcePosition } from "@antler/plugin-api";
import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from "yaml";
import type { Env } from "./env.js";
import { substituteEnv, unbracedReference } from "./substitute-env.js";

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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: "1.2" });
  const at = (offset: number): SourcePosition => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const problems: ConfigProblem[] = document.errors.map((error) => ({
    severity: "error" as const,
    code: error.code === "DUPLICATE_KEY" ? ("ANTLER_CONFIG_DUPLICATE_KEY" as const) : ("ANTLER_CONFIG_SYNTAX" as const),
    message: syntaxMessage(error.code, error.message),
    hint: syntaxHint(error.code),
    position: at(error.pos[0]),
  }));
  const onMissing = (missing: string, offset: number, section: string): unknown =>
    problems.push({
      severity: explains && section === "models" ? "warning" : "error",
      code: "ANTLER_CONFIG_VARIABLE_UNSET",
      message: `environment variable ${missing} is not set`,
      hint: `Set ${missing}, give a default (\`\${${missing}:-default}\`), or write \`$$\` for a dollar sign.`,
      position: at(offset),
    });
  const onUnbraced = (name: string, offset: number): unknown =>
    problems.push({
      severity: "warning",
      code: "ANTLER_CONFIG_VARIABLE_UNBRACED",
      message: `\`$${name}\` stays as it stands, because it is not the whole value`,
      hint: `Write \`\${${name}}\` for the variable, or \`$$${name}\` for these very characters.`,
      position: at(offset),
    });
  substituteAll(document, env, { onMissing, onUnbraced });
  problems.push(...unknownAliases(document, at));
  const value = problems.some(isStructural) ? {} : toRecord(document, problems, file);
  return {
    file,
    dir: dirname(resolve(file)),
    text,
    value,
    problems,
    locate: (path) => {
      const node = findNode(document, path);
      const offset = startOf(node) ?? startOf(findKey(document, path));
      return offset === undefined ? undefined : at(offset);
    },
    locateKey: (path) => {
      const offset = startOf(findKey(document, path));
      return offset === undefined ? undefined : at(offset);
    },
  };
}

/** The text has no value as a whole; a variable only spoils its own. */
function isStructural({ code }: ConfigProblem): boolean {
  return code !== "ANTLER_CONFIG_VARIABLE_UNSET" && code !== "ANTLER_CONFIG_VARIABLE_UNBRACED";
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
  env: Env,
  {
    onMissing,
    onUnbraced,
  }: {
    readonly onMissing: (name: string, offset: number, section: string) => void;
    readonly onUnbraced: (name: string, offset: number) => void;
  },
): void {
  visit(document, {
    Scalar: (key, node, path) => {
      if (key === "key" || typeof node.value !== "string") return;
      const { text, missing } = substituteEnv(node.value, env);
      const top = path.find(isPair)?.key;
      for (const name of missing) onMissing(name, node.range?.[0] ?? 0, isScalar(top) ? String(top.value) : "");
      // Items of lists are often arguments of a shell, which has variables of its own.
      const unbraced = key === "value" ? unbracedReference(node.value) : undefined;
      if (unbraced !== undefined) onUnbraced(unbraced, node.range?.[0] ?? 0);
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

function findNode(document: Document.Parsed, path: ConfigPath): Node | undefined {
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return isNode(node) && !(isScalar(node) && node.value === null) ? node : undefined;
}

function findKey(document: Document.Parsed, path: ConfigPath): Node | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  if (isMap(parent)) {
    const pair = parent.items.find(
      (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(last),
    );
    return isNode(pair?.key) ? pair.key : undefined;
  }
  if (isSeq(parent) && typeof last === "number") {
    const item = parent.items[last];
    return isNode(item) ? item : undefined;
  }
  return undefined;
}

function startOf(node: Node | undefined): number | undefined {
  return node?.range?.[0];
}

function syntaxMessage(code: string, message: string): string {
  if (code === "DUPLICATE_KEY") return "this key is written twice in one mapping";
  if (code === "TAB_AS_INDENT") return "a tab is used for indentation";
  return `not valid YAML: ${message.split("\n")[0]?.replace(/[.:]$/, "") ?? message}`;
}

function syntaxHint(code: string): string {
  if (code === "DUPLICATE_KEY") return "Keep one of the two.";
  if (code === "TAB_AS_INDENT") return "YAML is indented with spaces; replace the tab.";
  return "Check the indentation and the quotes around this place.";
}
