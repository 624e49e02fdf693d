/** The state key `promoted`: which deferred tools of which catalogue the agent has found. */
export interface Promoted {
  readonly catalog_hash: string;
  readonly names: readonly string[];
}

/**
 * The reducer of the state key. Names of one catalogue are joined in order; another catalogue's replace them all,
 * because a name may mean another tool there. No update changes nothing.
 */
export function mergePromoted(
  existing: Promoted | null | undefined,
  update: Promoted | null | undefined,
): Promoted | null {
  if (update === null || update === undefined) return existing ?? null;
  const before = existing?.catalog_hash === update.catalog_hash ? existing.names : [];
  return { catalog_hash: update.catalog_hash, names: [...new Set([...before, ...update.names])] };
}

/** Whether the tool was promoted under this catalogue. Any value may stand in a resumed state. */
export function isPromoted(name: string, hash: string, promoted: unknown): boolean {
  return (
    typeof promoted === "object" &&
    promoted !== null &&
    "catalog_hash" in promoted &&
    promoted.catalog_hash === hash &&
    "names" in promoted &&
    Array.isArray(promoted.names) &&
    promoted.names.includes(name)
  );
}

/** The tools whose schema the model sees, in order. */
export function visibleTools(options: {
  readonly tools: readonly string[];
  readonly deferred: readonly string[];
  readonly hash: string;
  readonly promoted: Promoted | null;
}): readonly string[] {
  const { tools, deferred, hash, promoted } = options;
  return tools.filter((name) => !deferred.includes(name) || isPromoted(name, hash, promoted));
}
