import type { AIMessage } from "@langchain/core/messages";

/** One call as the model asked for it. */
export interface RequestedCall {
  readonly id: string | undefined;
  readonly name: string;
  /** The text of the arguments, where it is known. */
  readonly rawArgs: string | undefined;
  /** The arguments as the provider's client read them; undefined when it could not. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** What the client says is wrong with them. */
  readonly error: string | undefined;
}

interface CallChunk {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly args?: string | undefined;
}

/**
 * The calls of an answer in the order of the model. A streamed answer is read from its fragments, because langchain completes
 * cut arguments silently and does not join fragments that carry no index.
 */
export function requestedCalls(answer: AIMessage): readonly RequestedCall[] {
  const chunks =
    "tool_call_chunks" in answer ? (answer.tool_call_chunks as readonly CallChunk[] | undefined) : undefined;
  if (chunks !== undefined && chunks.length > 0) return fromChunks(answer, chunks);
  const valid = (answer.tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.name,
    rawArgs: undefined,
    args: isRecord(call.args) ? call.args : undefined,
    error: isRecord(call.args) ? undefined : "they are not an object",
  }));
  const invalid = (answer.invalid_tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.name ?? "",
    rawArgs: call.args ?? "",
    args: undefined,
    error: call.error,
  }));
  return [...valid, ...invalid];
}

/** Reads JSON that must be an object: the value, or what is wrong in a few words. */
export function parseArguments(
  text: string,
): { readonly args: Readonly<Record<string, unknown>> } | { readonly error: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { args: value } : { error: "they are not a JSON object" };
  } catch (thrown) {
    return { error: `they are not valid JSON (${thrown instanceof Error ? thrown.message : "unreadable"})` };
  }
}

function fromChunks(answer: AIMessage, chunks: readonly CallChunk[]): readonly RequestedCall[] {
  const known = [...(answer.tool_calls ?? []), ...(answer.invalid_tool_calls ?? [])];
  const free = new Set(known);
  return joinChunks(chunks).map(({ id, name, args }) => {
    // The ids in the fragments are the provider's; those of the calls may have been renamed to be unique.
    const match =
      known.find((call) => free.has(call) && call.id === id && id !== "") ??
      known.find((call) => free.has(call) && call.name === name);
    if (match !== undefined) free.delete(match);
    const read = parseArguments(args);
    return {
      id: match?.id ?? (id === "" ? undefined : id),
      name,
      rawArgs: args,
      args: "args" in read ? read.args : undefined,
      error: "error" in read ? read.error : undefined,
    };
  });
}

/** A fragment belongs to the call of its index; without an index, to the last call unless it starts one with an id or name. */
function joinChunks(chunks: readonly CallChunk[]): readonly { id: string; name: string; args: string }[] {
  const calls: { index: number | undefined; id: string; name: string; args: string }[] = [];
  for (const chunk of chunks) {
    const id = chunk.id ?? "";
    const same =
      chunk.index === undefined
        ? id === "" && (chunk.name ?? "") === ""
          ? calls.at(-1)
          : calls.find((call) => id !== "" && call.id === id)
        : calls.find((call) => call.index === chunk.index && (id === "" || call.id === "" || call.id === id));
    if (same === undefined) {
      calls.push({ index: chunk.index, id, name: chunk.name ?? "", args: chunk.args ?? "" });
    } else {
      same.id ||= id;
      same.name ||= chunk.name ?? "";
      same.args += chunk.args ?? "";
    }
  }
  return calls;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
