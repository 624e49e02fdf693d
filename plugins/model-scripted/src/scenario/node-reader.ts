import { type AntlerError, errorText, type SourcePosition, unknownNameHint } from "@antler/plugin-api";
import { isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { scenarioError } from "./scenario-error.js";
import { type CompiledTemplate, compileTemplate } from "./template.js";

/** Finds the position of a node; undefined when the scenario stands in no file. */
export type Locate = (node: unknown) => SourcePosition | undefined;

/** One value of a scenario with its path, read strictly: every method refuses what it does not expect, with a position. */
export interface ScenarioValue {
  readonly path: string;
  readonly position: SourcePosition | undefined;
  fail(what: string, hint?: string): AntlerError;
  /** The members of a map. Throws for a key that is not known. */
  map(known: readonly string[]): ReadonlyMap<string, ScenarioValue>;
  /** The members of a map whose keys are free. */
  entries(): readonly (readonly [string, ScenarioValue])[];
  list(): readonly ScenarioValue[];
  text(): string;
  name(): string;
  /** A whole number of at least `least`. */
  count(least: number): number;
  template(): CompiledTemplate;
  /** The plain scalar, or which collection it is. */
  shape(): { readonly kind: "map" } | { readonly kind: "list" } | { readonly kind: "scalar"; readonly value: unknown };
}

export function scenarioValue(
  node: Node | null | undefined,
  path: string,
  locate: Locate,
  fallback?: SourcePosition,
): ScenarioValue {
  const position = locate(node) ?? fallback;
  const at = (child: unknown, name: string): ScenarioValue =>
    scenarioValue(child as Node | null, name, locate, position);
  const fail = (what: string, hint = "See docs/scripted-model.md for the keys of a scenario."): AntlerError =>
    scenarioError(`${path === "" ? "the document" : path} ${what}`, hint, position);
  const scalar = (): unknown => (isScalar(node) ? node.value : undefined);
  const pairs = (): readonly { readonly key: string; readonly keyNode: unknown; readonly value: ScenarioValue }[] => {
    if (!isMap(node)) throw fail("must be a map");
    return (node.items as Pair<Node, Node | null>[]).map((pair) => {
      const key = String(isScalar(pair.key) ? pair.key.value : pair.key);
      return { key, keyNode: pair.key, value: at(pair.value, path === "" ? key : `${path}.${key}`) };
    });
  };
  const text = (): string => {
    const value = scalar();
    if (typeof value === "string") return value;
    throw fail("must be a text", "Put it in quotes when it looks like a number.");
  };
  return {
    path,
    position,
    fail,
    entries: () => pairs().map(({ key, value }) => [key, value] as const),
    text,
    map: (known) => {
      for (const { key, keyNode, value } of pairs())
        if (!known.includes(key))
          throw at(keyNode, value.path).fail("is not a key of a scenario", unknownNameHint(key, known));
      return new Map(
        pairs()
          .filter(({ value }) => !isNull(value))
          .map(({ key, value }) => [key, value]),
      );
    },
    list: () => {
      if (!isSeq(node)) throw fail("must be a list");
      return node.items.map((item, index) => at(item, `${path}[${index}]`));
    },
    name: () => {
      const value = text();
      if (/^[A-Za-z_][A-Za-z0-9_]*$/u.test(value)) return value;
      throw fail(`must be a name of letters, digits and _, not ${JSON.stringify(value)}`);
    },
    count: (least) => {
      const value = scalar();
      if (typeof value === "number" && Number.isInteger(value) && value >= least) return value;
      throw fail(`must be a whole number of at least ${least}`);
    },
    template: () => {
      const source = text();
      try {
        return compileTemplate(source, position);
      } catch (error) {
        throw fail(
          `is no valid template: ${errorText(error)}`,
          "Templates are Liquid: {{ value | filter }} and {% if %}, {% for %}.",
        );
      }
    },
    shape: () => {
      if (isMap(node)) return { kind: "map" };
      if (isSeq(node)) return { kind: "list" };
      return { kind: "scalar", value: scalar() };
    },
  };
}

function isNull(value: ScenarioValue): boolean {
  const shape = value.shape();
  return shape.kind === "scalar" && (shape.value === null || shape.value === undefined);
}
