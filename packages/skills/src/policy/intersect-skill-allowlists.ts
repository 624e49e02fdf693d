import type { Allowlist } from "@antler/plugin-api";

/**
 * What a child may have at most (specification E1). One side unrestricted: the other side's list. Both set: the child's names
 * that the parent has too, in the child's order. Names compare exactly. Disjoint lists give `[]`, never `"all"`.
 */
export function intersectSkillAllowlists(parent: Allowlist, child: Allowlist): Allowlist {
  if (parent === "all") return child;
  if (child === "all") return parent;
  return child.filter((name) => parent.includes(name));
}
