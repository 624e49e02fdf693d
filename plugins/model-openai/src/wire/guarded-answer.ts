import { AntlerError } from "@antler/plugin-api";
import type { OpenAIClient } from "@langchain/openai";
import { makePlain } from "./plain-message.js";
import { type CallFragment, toolCallIndexes } from "./tool-call-indexes.js";

type Completion = OpenAIClient.Chat.Completions.ChatCompletion;
type Chunk = OpenAIClient.Chat.Completions.ChatCompletionChunk;

/** A whole answer. Throws ANTLER_OPENAI_NO_CHOICES when it is none. */
export function guardedCompletion(answer: Completion): Completion {
  const { choices, error } = (answer ?? {}) as { choices?: unknown; error?: { message?: unknown } | null };
  if (Array.isArray(choices) && choices.length > 0) {
    for (const { message } of choices as { message?: object | null }[]) makePlain(message ?? {});
    return answer;
  }
  const said = typeof error?.message === "string" ? `: ${error.message}` : "";
  throw new AntlerError({
    code: "ANTLER_OPENAI_NO_CHOICES",
    message: `the endpoint answered without any choice${said}`,
    hint: "Try again. If it stays so, the endpoint does not speak the chat-completions protocol.",
    cause: new TypeError("choices is missing or empty"),
  });
}

/** The same chunks with what some endpoints leave out (choices, the assistant's role, the indexes of call fragments), as text. */
export async function* guardedChunks(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  const indexOf = toolCallIndexes();
  let first = true;
  let any = false;
  for await (const chunk of reported(chunks)) {
    const choices = (chunk.choices as Chunk["choices"] | null | undefined) ?? [];
    for (const choice of choices) {
      const delta = (choice.delta as typeof choice.delta | null | undefined) ?? {};
      if (first && delta.role === undefined) delta.role = "assistant";
      first = false;
      makePlain(delta);
      for (const call of delta.tool_calls ?? []) call.index = indexOf(call as CallFragment);
      choice.delta = delta;
    }
    any ||= choices.length > 0;
    yield { ...chunk, choices };
  }
  if (!any) guardedCompletion({ choices: [] } as unknown as Completion);
}

/** An error that came as an event has its status inside, where nobody looks for it. */
async function* reported(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  try {
    yield* chunks;
  } catch (error) {
    const { status, code } = error as { status?: unknown; code?: unknown };
    const inside = Number(code);
    if (status === undefined && Number.isInteger(inside) && inside >= 400 && inside < 600)
      Object.assign(error as object, { status: inside });
    throw error;
  }
}
