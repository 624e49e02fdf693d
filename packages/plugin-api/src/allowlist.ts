/** `"all"` means no restriction and `[]` means nothing. There is no null: it ends at the config border. */
export type Allowlist = "all" | readonly string[];

/** How people read an allowlist: `all`, `none`, or the names. */
export function formatAllowlist(list: Allowlist): string {
  if (list === "all") return "all";
  return list.length === 0 ? "none" : list.join(", ");
}
