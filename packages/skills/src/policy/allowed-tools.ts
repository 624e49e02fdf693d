import type { Allowlist } from "@antler/plugin-api";

/**
 * What the skills together allow (specification D3): nobody declares = `"all"`; otherwise the union of the declarations,
 * each name once, sorted. A skill that declares nothing adds nothing; an empty declaration counts as one.
 */
export function unionAllowedTools(skills: readonly { readonly allowedTools: Allowlist }[]): Allowlist {
  const declared = skills.flatMap(({ allowedTools }) => (allowedTools === "all" ? [] : [allowedTools]));
  return declared.length === 0 ? "all" : [...new Set(declared.flat())].toSorted();
}
