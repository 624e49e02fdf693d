import { AntlerError } from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { RunnableBinding } from "@langchain/core/runnables";
import type { Clock } from "../clock.js";

export interface WatchLimits {
  /** Longest silence before the first chunk of a stream, or before an answer that is not streamed. Milliseconds; 0: no limit. */
  readonly firstChunkMs: number;
  /** Longest silence between two chunks. Milliseconds; 0: no limit. */
  readonly stallMs: number;
}
/** One model call under watch. */
export interface WatchedCall {
  /** The same model, to be called in its place. */
  readonly model: BaseChatModel;
  /** Whether at least one chunk of a stream came. */
  readonly streamed: boolean;
  /** The finish reason that came with a chunk; langchain keeps it out of the message. */
  readonly finishReason: string | undefined;
  /** Set when the call was ended because it stalled. */
  readonly stall: AntlerError | undefined;
  /** Stops the timer. Always call it when the call is over. */
  end(): void;
}

/**
 * Watches the chunks of a call through a callback, which works for every model that streams; a silence beyond the limits
 * aborts the call, so that its connection is closed too. The model is not changed, only bound for this call.
 */
export function watchCall(model: BaseChatModel, limits: WatchLimits, clock: Clock): WatchedCall {
  const stop = new AbortController();
  let cancel = arm(limits.firstChunkMs);
  let streamed = false;
  let ended = false;
  let finishReason: string | undefined;
  let stall: AntlerError | undefined;
  const callbacks = [
    {
      awaitHandlers: true,
      handleLLMNewToken: (
        _token: string,
        _index: unknown,
        _run: unknown,
        _parent: unknown,
        _tags: unknown,
        fields?: unknown,
      ) => {
        streamed = true;
        finishReason = finishReasonOf(fields) ?? finishReason;
        cancel();
        if (!ended) cancel = arm(limits.stallMs); // a chunk may still come from a call that was given up
      },
    },
  ];
  return {
    model: bindCall(model, { signal: stop.signal, callbacks }),
    get streamed() {
      return streamed;
    },
    get finishReason() {
      return finishReason;
    },
    get stall() {
      return stall;
    },
    end: () => {
      ended = true;
      cancel();
    },
  };

  function arm(ms: number): () => void {
    if (ms === 0) return () => undefined;
    return clock.after(ms, () => {
      const seconds = Math.round(ms / 100) / 10;
      stall = new AntlerError({
        code: "ANTLER_MODEL_STALLED",
        message: `the model sent nothing for ${seconds} s`,
        hint: "Try again; raise `resilience.model_errors.stall_timeout_seconds` when the model is just slow.",
      });
      stop.abort(stall);
    });
  }
}

function bindCall(model: BaseChatModel, config: object): BaseChatModel {
  const binding = RunnableBinding.isRunnableBinding(model)
    ? new RunnableBinding({ bound: model.bound, kwargs: model.kwargs ?? {}, config: { ...model.config, ...config } })
    : new RunnableBinding({ bound: model, kwargs: {}, config });
  return binding as unknown as BaseChatModel;
}

function finishReasonOf(fields: unknown): string | undefined {
  if (typeof fields !== "object" || fields === null || !("chunk" in fields)) return undefined;
  const info = (fields.chunk as { readonly generationInfo?: Readonly<Record<string, unknown>> } | undefined)
    ?.generationInfo;
  const reason = info?.["finish_reason"];
  return typeof reason === "string" && reason !== "" ? reason : undefined;
}
