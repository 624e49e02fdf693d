import type { Allowlist } from "@antler/plugin-api";

export interface Selectable {
  readonly name: string;
  /** Default true. */
  readonly enabled?: boolean;
}

/**
 * The skills that an allowlist gives (specification E2): `"all"` = every enabled one, `[]` = none, names = those of them that are
 * enabled. In name order whatever the order of the list, so that a system message stays the same from run to run.
 */
export function selectSkills<T extends Selectable>(skills: readonly T[], allowlist: Allowlist): readonly T[] {
  return skills
    .filter(({ name, enabled }) => enabled !== false && (allowlist === "all" || allowlist.includes(name)))
    .toSorted(byName);
}

/** By code units, so that the order does not depend on the machine's language. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
