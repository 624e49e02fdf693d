import { nearestName } from "@antler/plugin-api";
import { isNode, isPair, isScalar, parseDocument, visit } from "yaml";
import { isSecretPath } from "../platform/mask-secrets.js";

const REFERENCE = /^\$\{?[A-Za-z_][A-Za-z0-9_]*\}?$/;

/** The text of a config file with every secret written out in it as `***`. Line numbers stay the same. */
export function maskText(text: string): string {
  const ranges: [number, number][] = [];
  visit(parseDocument(text, { strict: false, uniqueKeys: false }), {
    Scalar: (key, node, ancestors) => {
      if (key === "key" || typeof node.value !== "string" || node.range == null) return;
      if (node.value === "" || node.value === "none" || REFERENCE.test(node.value)) return;
      const path = ancestors.flatMap((ancestor) =>
        isPair(ancestor) && isNode(ancestor.key) ? keyOf(ancestor.key) : [],
      );
      if (isSecretPath(path) || isMisspeltSecret(path.at(-1) ?? "")) ranges.push([node.range[0], node.range[1]]);
    },
  });
  let masked = text;
  for (const [start, end] of ranges.reverse())
    masked = masked.slice(0, start) + maskLines(masked.slice(start, end)) + masked.slice(end);
  return masked;
}

/** `api_kye`: the value is as secret as under the right key, and the message about it shows this very line. */
function isMisspeltSecret(key: string): boolean {
  return nearestName(key, SECRET_KEYS) !== undefined;
}
const SECRET_KEYS = ["api_key", "secret", "password", "authorization"];

function keyOf(key: unknown): readonly string[] {
  return isScalar(key) ? [String(key.value)] : [];
}

function maskLines(secret: string): string {
  return secret
    .split("\n")
    .map((line, index) => (index === 0 || line.trim() !== "" ? line.replace(/\S.*/s, "***") : line))
    .join("\n");
}
