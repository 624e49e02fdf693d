import { escapeTags } from "./escape-tags.js";

/** The part of the system message that names the deferred tools, sorted. Empty for no names. */
export function deferredSection(names: readonly string[]): string {
  if (names.length === 0) return "";
  return ["<available-deferred-tools>", ...names.toSorted().map(escapeTags), "</available-deferred-tools>"].join("\n");
}
