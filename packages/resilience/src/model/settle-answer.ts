import { AntlerError } from "@antler/plugin-api";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { finishReason } from "./finish-reason.js";
import type { WatchedCall } from "./watch-call.js";

/**
 * The answer of a watched call as one complete AI message: with the finish reason that langchain leaves out of streamed ones,
 * and as an AI message also where a provider's first chunk names no role.
 * Throws ANTLER_MODEL_INCOMPLETE when a stream ended without saying that it is complete.
 */
export function settleAnswer(answer: BaseMessage, watched: WatchedCall, requireFinishReason: boolean): AIMessage {
  const message = AIMessage.isInstance(answer) ? answer : asAiMessage(answer);
  if (finishReason(message) === undefined && watched.finishReason !== undefined)
    message.response_metadata = { ...message.response_metadata, finish_reason: watched.finishReason };
  const saysWhy = message.response_metadata?.["model_provider"] === "openai";
  if (requireFinishReason && watched.streamed && saysWhy && finishReason(message) === undefined)
    throw new AntlerError({
      code: "ANTLER_MODEL_INCOMPLETE",
      message: "the model's stream ended without a finish reason, so its answer may be cut off",
      hint: "Try again. For a gateway that never sends one, set `resilience.model_errors.require_finish_reason: false`.",
    });
  return message;
}

/** langchain makes a generic chat message of a stream that names no role; a model's answer is the assistant's all the same. */
function asAiMessage(message: BaseMessage): AIMessage {
  return new AIMessage({
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    ...(message.id === undefined ? {} : { id: message.id }),
  });
}
