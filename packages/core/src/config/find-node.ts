import { type Document, isAlias, isMap, isNode, isPair, isScalar, isSeq, type Node } from "yaml";
import type { ConfigPath } from "./config-document.js";

/** Where a value and its key are written; behind an alias or a merge key (`<<`), where they stand at the anchor. */
export interface FoundNode {
  readonly key: Node | undefined;
  /** undefined: there is none, or it is blank. */
  readonly value: Node | undefined;
}

export function findNode(document: Document.Parsed, path: ConfigPath): FoundNode {
  let found: FoundNode = { key: undefined, value: nodeOf(document.contents) };
  for (const step of path) found = child(document, resolved(document, found.value), step);
  return { ...found, value: isScalar(found.value) && found.value.value === null ? undefined : found.value };
}

function child(document: Document.Parsed, parent: Node | undefined, step: string | number): FoundNode {
  if (isSeq(parent)) {
    const item = nodeOf(parent.items[Number(step)]);
    return { key: item, value: item };
  }
  if (!isMap(parent)) return { key: undefined, value: undefined };
  const pairs = parent.items.filter(isPair);
  const own = pairs.find(({ key }) => isScalar(key) && String(key.value) === String(step));
  if (own !== undefined) return { key: nodeOf(own.key), value: nodeOf(own.value) };
  for (const { value } of pairs.filter(({ key }) => isMergeKey(key))) {
    const source = resolved(document, nodeOf(value));
    for (const map of isSeq(source) ? source.items.map(nodeOf) : [source]) {
      const merged = child(document, resolved(document, map), step);
      if (merged.key !== undefined) return merged;
    }
  }
  return { key: undefined, value: undefined };
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && typeof key.value === "symbol" && key.value.description === "<<";
}

function resolved(document: Document.Parsed, node: Node | undefined): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}
