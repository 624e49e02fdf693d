const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** The part of the system message that names the deferred tools, sorted. Empty for no names. */
export function deferredSection(names: readonly string[]): string {
  if (names.length === 0) return "";
  const lines = names.toSorted().map((name) => name.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign));
  return ["<available-deferred-tools>", ...lines, "</available-deferred-tools>"].join("\n");
}
