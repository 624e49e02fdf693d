import type { MarkdownField } from "@antler/plugin-api";

/** A list of names as people write it. null: the field is not there or blank. undefined: it cannot be understood. */
export function nameList(
  field: MarkdownField | undefined,
  split: (text: string) => readonly string[],
): readonly string[] | null | undefined {
  const value = field?.value ?? null;
  if (value === null) return null;
  if (typeof value === "string") return split(value);
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string" && entry.trim() !== ""))
    return undefined;
  return value.map((entry) => String(entry).trim());
}
