/** What happened and what to do, as sentences: each ends with a full stop. */
export function sentences(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part): part is string => typeof part === "string" && part !== "")
    .map((part) => (/[.!?:…]$/.test(part) ? part : `${part}.`))
    .join(" ");
}
