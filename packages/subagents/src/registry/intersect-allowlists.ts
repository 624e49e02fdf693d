import type { Allowlist } from "@antler/plugin-api";

/** child ∩ parent in the child's order; `"all"` on one side gives the other. Used where no skill catalogue is loaded. */
export function intersectAllowlists(parent: Allowlist, child: Allowlist): Allowlist {
  if (parent === "all") return child;
  if (child === "all") return parent;
  return child.filter((name) => parent.includes(name));
}
