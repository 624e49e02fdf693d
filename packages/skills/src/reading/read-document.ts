import type { Json, MarkdownField, MarkdownReading } from "@antler/plugin-api";
import { isMap, isScalar, isSeq, type Node } from "yaml";
import { SKILL_CODES } from "../skill-codes.js";
import { decodeSkill } from "./decode-skill.js";
import { readFrontMatter } from "./front-matter.js";
import { scalarText } from "./scalar-text.js";
import { reporterFor } from "./skill-diagnostic.js";
import { splitFrontMatter } from "./split-front-matter.js";

/** Any Markdown file with front matter, its values as plain data. */
export function readDocument(content: Uint8Array | string, file: string, lenient: boolean): MarkdownReading {
  const { text, diagnostic: encoding } = decodeSkill(content, file);
  if (encoding !== null) return { document: null, diagnostics: [encoding] };
  const split = splitFrontMatter(text);
  if (typeof split === "string") {
    const hint = "Begin the file with a line `---`, then `key: value` lines, then a line `---`.";
    const diagnostic = reporterFor(file).error(SKILL_CODES.frontMatter, "the file has no front matter", hint);
    return { document: null, diagnostics: [diagnostic] };
  }
  const { frontMatter, diagnostics } = readFrontMatter(split.yaml, file, lenient);
  if (frontMatter === null) return { document: null, diagnostics };
  const fields = new Map<string, MarkdownField>();
  for (const [name, { node, position }] of frontMatter.fields)
    fields.set(name, { value: toJson(node, 0), text: scalarText(node)?.text ?? null, position });
  return { document: { fields, body: split.body }, diagnostics };
}

/** Levels of nesting that are read; real front matter has two or three. */
const MAX_DEPTH = 20;

function toJson(node: Node | null, depth: number): Json {
  if (depth > MAX_DEPTH || node === null) return null;
  if (isSeq(node)) return node.items.map((item) => toJson(item as Node, depth + 1));
  if (isMap(node))
    return Object.fromEntries(
      node.items.flatMap(({ key, value }) =>
        isScalar(key) ? [[String(key.value), toJson(value as Node | null, depth + 1)]] : [],
      ),
    );
  if (!isScalar(node)) return null;
  const { value } = node;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
