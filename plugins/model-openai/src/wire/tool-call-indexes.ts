/** A fragment of a streamed tool call, as some endpoints send it. */
export interface CallFragment {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: { readonly name?: string | null; readonly arguments?: string | null } | null;
}

/**
 * Gives each fragment of one stream the index of its call, because langchain joins fragments by index alone. A new id begins a
 * new call, also under an index that is taken; without an id, a name behind a complete call begins one; the rest belongs to the
 * call before it.
 */
export function toolCallIndexes(): (fragment: CallFragment) => number {
  const byId = new Map<string, number>();
  /** Given index to ours, for endpoints that count per call. */
  const current = new Map<number, number>();
  let count = 0;
  let hasArguments = false;

  return (fragment) => {
    const id = fragment.id || undefined;
    const given = typeof fragment.index === "number" ? fragment.index : undefined;
    const name = fragment.function?.name || undefined;
    // An id that comes again under an index of its own and with a name is a second call: some endpoints repeat ids.
    const repeats = given !== undefined && !current.has(given) && name !== undefined;
    const known = id === undefined || repeats ? undefined : byId.get(id);
    const place = given === undefined ? count - 1 : current.get(given);
    const begins =
      known === undefined &&
      (id !== undefined ||
        place === undefined ||
        place < 0 ||
        (given === undefined && name !== undefined && hasArguments));
    const index = begins ? count++ : (known ?? place ?? 0);
    if (begins) hasArguments = false;
    if (id !== undefined) byId.set(id, index);
    if (given !== undefined) current.set(given, index);
    hasArguments ||= (fragment.function?.arguments ?? "") !== "";
    return index;
  };
}
