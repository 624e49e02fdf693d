import { isScalar, type Node } from "yaml";

export interface ScalarText {
  /** As written: `1.10` stays `1.10`, `010` stays `010`. */
  readonly text: string;
  /** YAML read it as text; false for numbers, booleans and dates. */
  readonly isString: boolean;
}

/** The text of a single value; null for lists, maps and nothing. */
export function scalarText(node: Node | null): ScalarText | null {
  if (!isScalar(node) || node.value === null || node.value === undefined) return null;
  if (typeof node.value === "string") return { text: node.value, isString: true };
  return { text: node.source ?? String(node.value), isString: false };
}
