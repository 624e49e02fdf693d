import type { AgentAuthority, Authority, AuthoritySetting } from "./authority.js";

/** The subject of a change that is of no agent. */
export const DEPLOYMENT = "deployment";

/** One difference between what was locked and what is. */
export interface AuthorityChange {
  readonly kind: "grown" | "narrowed" | "changed";
  /** The agent, or `deployment`. */
  readonly subject: string;
  readonly what: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Every difference. `grown`: more is allowed than before, or something that cannot be ordered has become another
 * (a model, a backend), which somebody should look at. `changed`: nothing that allows more (a plugin's version).
 */
export function compareAuthority(
  before: Authority,
  after: Authority,
  settings: readonly AuthoritySetting[],
): readonly AuthorityChange[] {
  const changes: AuthorityChange[] = [];
  for (const name of new Set([...Object.keys(before.agents), ...Object.keys(after.agents)]))
    changes.push(...agentChanges(name, own(before.agents, name), own(after.agents, name)));
  for (const { section, key, order } of settings) {
    const name = `${section}.${key}`;
    changes.push(...settingChanges(name, own(before.settings, name) ?? null, own(after.settings, name) ?? null, order));
  }
  for (const id of new Set([...Object.keys(before.plugins), ...Object.keys(after.plugins)])) {
    const [was, is] = [own(before.plugins, id), own(after.plugins, id)];
    if (was === is) continue;
    const kind = was === undefined ? "grown" : is === undefined ? "narrowed" : "changed";
    changes.push({ kind, subject: DEPLOYMENT, what: `plugin ${id}`, before: was ?? null, after: is ?? null });
  }
  return changes;
}

function agentChanges(
  name: string,
  before: AgentAuthority | undefined,
  after: AgentAuthority | undefined,
): readonly AuthorityChange[] {
  if (before === undefined || after === undefined)
    return [
      {
        kind: before === undefined ? "grown" : "narrowed",
        subject: name,
        what: "agent",
        before: before ?? null,
        after: after ?? null,
      },
    ];
  const changes = [
    ...listChanges(name, "tools", before.tools, after.tools),
    ...listChanges(name, "skills", before.skills, after.skills),
  ];
  if (before.model !== after.model)
    changes.push({ kind: "grown", subject: name, what: "model", before: before.model, after: after.model });
  for (const key of ["max_turns", "token_budget", "timeout_seconds"] as const) {
    const change = limitChange(name, key, before[key], after[key]);
    if (change !== undefined) changes.push(change);
  }
  return changes;
}

function listChanges(
  subject: string,
  what: string,
  before: readonly string[],
  after: readonly string[],
): AuthorityChange[] {
  const added = after.filter((name) => !before.includes(name));
  const removed = before.filter((name) => !after.includes(name));
  return [
    ...(added.length === 0 ? [] : [{ kind: "grown" as const, subject, what, before: [], after: added }]),
    ...(removed.length === 0 ? [] : [{ kind: "narrowed" as const, subject, what, before: removed, after: [] }]),
  ];
}

/** null is no limit: the largest of all. */
function limitChange(
  subject: string,
  what: string,
  before: number | null,
  after: number | null,
): AuthorityChange | undefined {
  const [was, is] = [before ?? Number.POSITIVE_INFINITY, after ?? Number.POSITIVE_INFINITY];
  if (was === is) return undefined;
  return { kind: is > was ? "grown" : "narrowed", subject, what, before, after };
}

function settingChanges(
  what: string,
  before: unknown,
  after: unknown,
  order: AuthoritySetting["order"],
): readonly AuthorityChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const subject = DEPLOYMENT;
  if (order === "limit") return [limitChange(subject, what, limitOf(before), limitOf(after)) ?? []].flat();
  if (order === "names") return listChanges(subject, what, namesOf(before), namesOf(after));
  const ranks = order === "switch" ? [false, true] : order === "other" ? [] : order;
  const [was, is] = [ranks.indexOf(before), ranks.indexOf(after)];
  return [{ kind: was >= 0 && is >= 0 && is < was ? "narrowed" : "grown", subject, what, before, after }];
}

function limitOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}
function namesOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
