/** Joins the parts of a system message with one blank line; what is absent leaves no gap. null: nothing to say. */
export function joinSystemParts(parts: readonly (string | null | undefined)[]): string | null {
  const present = parts.filter((part) => part !== null && part !== undefined && part.trim() !== "");
  return present.length === 0 ? null : present.join("\n\n");
}
