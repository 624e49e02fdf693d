interface Message {
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function?: { readonly arguments?: unknown } | null }[] | null;
}

/**
 * Brings what some endpoints send as JSON values into the text that the protocol has there: the arguments of calls as an object,
 * contents as a list of parts, of which the texts are kept. Changes the message, or the delta of one.
 */
export function makePlain(message: Message): void {
  if (Array.isArray(message.content)) Object.assign(message, { content: message.content.map(textOf).join("") });
  for (const call of message.tool_calls ?? []) {
    const args = call.function?.arguments;
    if (typeof args === "object" && args !== null)
      Object.assign(call.function ?? {}, { arguments: JSON.stringify(args) });
  }
}

function textOf(part: unknown): string {
  if (typeof part === "string") return part;
  if (typeof part !== "object" || part === null || !("text" in part)) return "";
  return typeof part.text === "string" ? part.text : "";
}
