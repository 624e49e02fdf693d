import type { SourcePosition, ToolVerdict } from "@antler/plugin-api";
import { CLAUDE_CODES } from "../claude-codes.js";
import { matchesCommandRule } from "./command-rule.js";
import type { CommandRules } from "./command-rules.js";
import { simpleCommand } from "./simple-command.js";

/**
 * Holds a command against rules. A denial of any of them counts. Of those that restrict, one has to allow it: skills add up, as
 * their tool lists do. A command that is not one simple command cannot be held against a rule and is refused.
 */
export function judgeCommand(command: string, rules: readonly CommandRules[]): ToolVerdict {
  const words = simpleCommand(command);
  for (const { owner, denied, deniedSource } of rules) {
    if (denied.length === 0) continue;
    if (words === null) return refuse(notSimple(owner, denied), deniedSource);
    const hit = denied.find((rule) => matchesCommandRule(rule, words));
    if (hit !== undefined) return refuse(`${owner} denies commands like "${hit}"`, deniedSource);
  }
  const restricting = rules.filter(({ allowed }) => allowed === "all" || allowed.length > 0);
  if (restricting.length === 0 || restricting.some(({ allowed }) => allowed === "all")) return { allow: true };
  const owners = restricting.map(({ owner }) => owner).join(", ");
  const allowed = restricting.flatMap((rule) => (rule.allowed === "all" ? [] : rule.allowed));
  const source = restricting[0]?.allowedSource;
  if (words === null) return refuse(notSimple(owners, allowed), source);
  if (allowed.some((rule) => matchesCommandRule(rule, words))) return { allow: true };
  return refuse(`${owners} allows only commands like ${quoted(allowed)}`, source);
}

function notSimple(owner: string, rules: readonly string[]): string {
  return `${owner} has rules about commands (${quoted(rules)}), and only a single plain command can be held against them. Run one command without operators, pipes, redirections, variables or substitutions`;
}

function quoted(rules: readonly string[]): string {
  return rules.map((rule) => `"${rule}"`).join(", ");
}

function refuse(reason: string, source: SourcePosition | undefined): ToolVerdict {
  return { allow: false, code: CLAUDE_CODES.callRefused, reason, source };
}
