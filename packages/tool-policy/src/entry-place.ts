import type { SourcePosition } from "@antler/plugin-api";

/** Where an entry of a list stands: its own place, else that of the list. Of equal entries the first. */
export function entryPlace(
  list: readonly string[],
  entry: string,
  places: readonly SourcePosition[] | undefined,
  ofList: SourcePosition | undefined,
): SourcePosition | undefined {
  return places?.length === list.length ? (places[list.indexOf(entry)] ?? ofList) : ofList;
}
