import type { Allowlist, MarkdownField } from "@antler/plugin-api";

/** A list of names as people write it. `"all"`: the field is not there or blank. undefined: it cannot be understood. */
export function nameList(
  field: MarkdownField | undefined,
  split: (text: string) => readonly string[],
): Allowlist | undefined {
  const value = field?.value ?? null;
  if (value === null) return "all";
  if (typeof value === "string") return isStar([value.trim()]) ? "all" : split(value);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string" && entry.trim() !== ""))
    return undefined;
  const names = value.map((entry) => String(entry).trim());
  return isStar(names) ? "all" : names;
}

function isStar(names: readonly string[]): boolean {
  return names.length === 1 && names[0] === "*";
}
