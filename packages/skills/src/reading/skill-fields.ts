import type { Allowlist, SkillDiagnostic } from "@antler/plugin-api";
import { isMap, isScalar, isSeq, type Node } from "yaml";
import { SKILL_CODES } from "../skill-codes.js";
import type { FrontMatter } from "./front-matter.js";
import { scalarText } from "./scalar-text.js";
import type { Reporter } from "./skill-diagnostic.js";

/** What the front matter says, beside what an agent needs of it. */
export interface SkillFields {
  readonly name: string;
  readonly description: string;
  readonly license: string | null;
  readonly compatibility: string | null;
  /** As written: `1.10` stays `1.10`. */
  readonly version: string | null;
  readonly allowedTools: Allowlist;
  readonly disallowedTools: readonly string[];
  /** Names of environment variables. Shown, never filled in. */
  readonly requiredSecrets: readonly RequiredSecret[];
}
export interface RequiredSecret {
  readonly name: string;
  readonly optional: boolean;
}

/** The text of a field that is for people; null where there is none. */
export function textField(frontMatter: FrontMatter, name: string): string | null {
  return scalarText(frontMatter.fields.get(name)?.node ?? null)?.text.trim() ?? null;
}

/** `[KEY, {name: KEY, optional: true}]`: well-formed names once each, a warning for each other entry. */
export function readRequiredSecrets(
  frontMatter: FrontMatter,
  report: Reporter,
): { readonly secrets: readonly RequiredSecret[]; readonly diagnostics: readonly SkillDiagnostic[] } {
  const field = frontMatter.fields.get("required-secrets");
  const items = isSeq(field?.node) ? (field.node.items as readonly Node[]) : [];
  const secrets = new Map<string, RequiredSecret>();
  const diagnostics: SkillDiagnostic[] = [];
  for (const item of items) {
    const secret = readSecret(item);
    if (secret === null)
      diagnostics.push(
        report.warning(
          SKILL_CODES.secretName,
          "an entry of required-secrets is not the name of an environment variable",
          "Use letters, digits and underscores, as in API_KEY.",
          item.range ? frontMatter.locate(item) : field?.position,
        ),
      );
    else if (!secrets.has(secret.name)) secrets.set(secret.name, secret);
  }
  return { secrets: [...secrets.values()], diagnostics };
}

function readSecret(item: Node): RequiredSecret | null {
  const name = isMap(item) ? item.get("name") : isScalar(item) ? item.value : null;
  if (typeof name !== "string" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return null;
  return { name, optional: isMap(item) && item.get("optional") === true };
}
