import { errorText, type SourcePosition } from "@antler/plugin-api";
import { Document, LineCounter, type Node, parseDocument, visit } from "yaml";
import { type Locate, type ScenarioValue, scenarioValue } from "./node-reader.js";
import { readRule, readTurns } from "./read-rule.js";
import type { Rule, Scenario } from "./scenario.js";
import { scenarioError } from "./scenario-error.js";

const KEYS = ["rules", "turns", "otherwise", "delay_ms"] as const;

/** Reads a scenario file's text. Throws ANTLER_SCENARIO_INVALID with file, line and column. */
export function readScenario(text: string, file: string): Scenario {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const locate: Locate = (node) => {
    const offset = (node as { range?: readonly number[] } | null | undefined)?.range?.[0];
    return offset === undefined ? undefined : place(lines, offset, file);
  };
  const problem = document.errors[0];
  if (problem !== undefined)
    throw scenarioError(
      `no valid YAML: ${errorText(problem)}`,
      "Mend the YAML there.",
      place(lines, problem.pos[0], file),
    );
  visit(document, { Alias: (_key, alias) => alias.resolve(document) });
  return scenarioOf(scenarioValue(document.contents as Node | null, "", locate, { file, line: 1, column: 1 }), file);
}

/** Reads a scenario that stands in a model's entry of config.yaml; `position` is where that is. */
export function inlineScenario(value: object, label: string, position: SourcePosition | undefined): Scenario {
  return scenarioOf(
    scenarioValue(new Document(value).contents as Node, "", () => undefined, position),
    label,
  );
}

function scenarioOf(root: ScenarioValue, label: string): Scenario {
  const keys = root.map(KEYS);
  const rules = keys.get("rules")?.list().map(readRule) ?? [];
  const turns = keys.get("turns");
  if (turns === undefined && rules.length === 0)
    throw root.fail("has no rules", "Give it `rules`, or `turns` for one rule that always matches.");
  const always: readonly Rule[] = turns === undefined ? [] : [alwaysRule(turns)];
  return {
    label,
    rules: [...rules, ...always],
    otherwise: keys.get("otherwise")?.template(),
    delayMs: keys.get("delay_ms")?.count(0) ?? 0,
  };
}

function alwaysRule(turns: ScenarioValue): Rule {
  const agent = { system: undefined, tools: [], withoutTools: [] };
  return { name: "turns", agent, when: undefined, patterns: new Map(), vars: new Map(), turns: readTurns(turns) };
}

function place(lines: LineCounter, offset: number, file: string): SourcePosition {
  const { line, col } = lines.linePos(offset);
  return { file, line, column: col };
}
