/**
 * The text of a message's content: a string as it is, text blocks joined by line breaks.
 * Reasoning and the provider's other blocks are no text.
 */
export function messageText(content: string | readonly unknown[]): string {
  if (typeof content === "string") return content;
  return content
    .map((block) => (typeof block === "string" ? block : isTextBlock(block) ? block.text : ""))
    .filter((text) => text !== "")
    .join("\n");
}

/** At most `max` characters, the end cut and said; a surrogate pair is never split. */
export function clipText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}

function isTextBlock(block: unknown): block is { readonly text: string } {
  return (
    typeof block === "object" &&
    block !== null &&
    "type" in block &&
    block.type === "text" &&
    "text" in block &&
    typeof block.text === "string"
  );
}
