interface WireMessage {
  readonly role?: unknown;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id?: unknown;
    readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
  }[];
  readonly tool_call_id?: unknown;
}

/**
 * What the strictest public providers refuse in a request's messages; undefined when they would take it:
 * one system message, first; lists of parts from users only; every call answered right behind it, once; no empty ids, names or contents;
 * arguments that are a JSON object; something to answer at the end.
 */
export function messagesFault(messages: readonly unknown[]): string | undefined {
  const open = new Set<string>();
  for (const [index, message] of (messages as readonly WireMessage[]).entries()) {
    const at = `messages[${index}]`;
    if (message.role === "system" && index > 0) return `${at}: a system message is allowed only at the beginning`;
    if (message.role !== "tool" && open.size > 0)
      return `${at}: calls ${[...open].join(", ")} have no tool message behind them`;
    if (message.role === "tool") {
      const id = message.tool_call_id;
      if (typeof id !== "string" || !open.delete(id))
        return `${at}: tool message without a preceding call ${JSON.stringify(id)}`;
    }
    if (Array.isArray(message.content) && message.role !== "user")
      return `${at}: the content of a ${String(message.role)} message must be a string`;
    if (message.role !== "tool" && isEmpty(message.content) && (message.tool_calls ?? []).length === 0)
      return `${at}: content is empty`;
    for (const call of message.tool_calls ?? []) {
      const fault = callFault(call, open);
      if (fault !== undefined) return `${at}: ${fault}`;
    }
  }
  if (open.size > 0) return `calls ${[...open].join(", ")} have no tool message behind them`;
  const last = (messages.at(-1) as WireMessage | undefined)?.role;
  return last === "user" || last === "tool"
    ? undefined
    : `the last message must be a user or tool message, not ${String(last)}`;
}

function callFault(call: NonNullable<WireMessage["tool_calls"]>[number], open: Set<string>): string | undefined {
  if (typeof call.id !== "string" || call.id === "") return "a tool call has an empty id";
  if (open.has(call.id)) return `the call id ${call.id} is repeated`;
  open.add(call.id);
  if (typeof call.function?.name !== "string" || call.function.name === "") return `call ${call.id} has an empty name`;
  try {
    const args: unknown = JSON.parse(String(call.function.arguments));
    if (typeof args === "object" && args !== null && !Array.isArray(args)) return undefined;
  } catch {
    return `call ${call.id} has arguments that are no JSON`;
  }
  return `call ${call.id} has arguments that are no JSON object`;
}

function isEmpty(content: unknown): boolean {
  return (
    content === undefined || content === null || content === "" || (Array.isArray(content) && content.length === 0)
  );
}
