import type { TokenUsage } from "@antler/plugin-api";
import type { BaseMessage } from "@langchain/core/messages";
import type { PlayedAnswer } from "./scenario/conversation.js";

/** English text has about 4 characters a token with common vocabularies; an estimate, so that no vocabulary is needed. */
const CHARACTERS_PER_TOKEN = 4;

/** Estimated tokens of one answer: everything that was sent, and what came back. */
export function usageOf(messages: readonly BaseMessage[], answer: PlayedAnswer): TokenUsage {
  const sent = messages.reduce((sum, message) => sum + message.text.length, 0);
  const back = answer.text.length + (answer.calls.length === 0 ? 0 : JSON.stringify(answer.calls).length);
  const input = Math.ceil(sent / CHARACTERS_PER_TOKEN);
  const output = Math.ceil(back / CHARACTERS_PER_TOKEN);
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}
