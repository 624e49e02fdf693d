import {
  AntlerError,
  type ContributionOwner,
  type ToolFilter,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";

export interface OrderedFilters {
  readonly filters: readonly ToolFilter[];
  readonly warnings: readonly Warning[];
}
/** The plugin that contributed a layer, and where config.yaml lists it; undefined when nobody knows. */
export type FilterOwner = (filterName: string) => Pick<ContributionOwner, "plugin" | "source"> | undefined;

/**
 * The layers in force, first to last: in the order of registration, where each waits until those it must follow are placed.
 * A name that no layer has is a warning. Throws ANTLER_FILTER_CYCLE.
 */
export function orderFilters(filters: readonly ToolFilter[], ownerOf: FilterOwner): OrderedFilters {
  const known = filters.map((filter) => filter.name);
  const warnings = filters.flatMap((filter) =>
    [...(filter.after ?? []), ...(filter.before ?? [])]
      .filter((name) => !known.includes(name))
      .map((name) => unknownLayer(filter.name, name, known, ownerOf)),
  );
  const mustFollow = (later: ToolFilter): readonly ToolFilter[] =>
    filters.filter((one) => later.after?.includes(one.name) === true || one.before?.includes(later.name) === true);

  const ordered: ToolFilter[] = [];
  const place = (filter: ToolFilter, waiting: readonly ToolFilter[]): void => {
    if (ordered.includes(filter)) return;
    if (waiting.includes(filter)) throw cycleError([...waiting.slice(waiting.indexOf(filter)), filter], ownerOf);
    for (const earlier of mustFollow(filter)) place(earlier, [...waiting, filter]);
    ordered.push(filter);
  };
  for (const filter of filters) place(filter, []);
  return { filters: ordered, warnings };
}

function unknownLayer(filter: string, wanted: string, known: readonly string[], ownerOf: FilterOwner): Warning {
  return {
    code: "ANTLER_FILTER_UNKNOWN",
    message: `tool filter "${filter}" of ${ownerOf(filter)?.plugin ?? "an unknown plugin"} wants a place beside "${wanted}", which is not there`,
    hint: unknownNameHint(wanted, known),
    position: ownerOf(filter)?.source,
  };
}

function cycleError(cycle: readonly ToolFilter[], ownerOf: FilterOwner): AntlerError {
  const names = cycle.map(({ name }) => `"${name}" (${ownerOf(name)?.plugin ?? "unknown plugin"})`);
  return new AntlerError({
    code: "ANTLER_FILTER_CYCLE",
    message: `tool filters wait for each other: ${names.join(" comes after ")}`,
    hint: "Take away one of their `after` or `before` names.",
    position: cycle.map(({ name }) => ownerOf(name)?.source).find((source) => source !== undefined),
  });
}
