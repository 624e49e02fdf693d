/** Tags that Antler frames text for the model with. Text from outside must not open or close them. */
export const DEFAULT_FRAMING_TAGS: readonly string[] = [
  "skill",
  "available-deferred-tools",
  "available_skills",
  "available_subagents",
  "conversation_summary",
  "system",
  "system-reminder",
  "system_prompt",
  "uploaded_files",
  "memory",
];

/**
 * A function that takes the force out of our framing tags and of the control tokens of chat templates, and leaves every
 * other character alone: `<` becomes `&lt;`, `[` becomes `&#91;`. Applying it twice changes nothing more.
 */
export function framingNeutralizer(tags: readonly string[] = DEFAULT_FRAMING_TAGS): (text: string) => string {
  const names = tags.map((tag) => tag.replace(/[^A-Za-z0-9_-]/g, "")).filter((tag) => tag !== "");
  const tag = names.length === 0 ? "" : `<(?=\\s*(?:/\\s*)?(?:${names.join("|")})(?:[\\s>/]|$))|`;
  const pattern = new RegExp(`${tag}<(?=[|｜][^|｜<>\\s]{1,40}[|｜]>)|<<(?=/?SYS>>)|\\[(?=/?INST\\])`, "gi");
  return (text) => text.replace(pattern, (found) => (found === "[" ? "&#91;" : found.replaceAll("<", "&lt;")));
}
