import { AntlerError } from "@antler/plugin-api";

/** Bounds how long a connection may say nothing. */
export interface SilenceLimit {
  /** For the request: aborted by the caller's signal, and when the silence lasts too long. */
  readonly signal: AbortSignal;
  /** Waits for one step of the answer. Throws ANTLER_OPENAI_STALLED when it does not come in time. */
  watch<T>(step: () => Promise<T>): Promise<T>;
  /** The same body, each piece of which is a step. */
  watchBody(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array>;
}

/** Only waiting counts: a slow reader of the body never runs into the limit. */
export function silenceLimit(ms: number, outer: AbortSignal | undefined): SilenceLimit {
  const controller = new AbortController();
  const abort = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) abort();
  outer?.addEventListener("abort", abort, { once: true });
  const release = (): void => outer?.removeEventListener("abort", abort);
  let stall: AntlerError | undefined;

  const watch = async <T>(step: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(() => {
      stall = stalled(ms);
      controller.abort(stall);
    }, ms);
    try {
      return await step();
    } catch (error) {
      release();
      throw stall ?? error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    signal: controller.signal,
    watch,
    watchBody: (body) => {
      const reader = body.getReader();
      return new ReadableStream<Uint8Array>({
        async pull(target) {
          const { done, value } = await watch(() => reader.read());
          if (!done) return target.enqueue(value);
          release();
          target.close();
        },
        async cancel(reason) {
          release();
          await reader.cancel(reason);
        },
      });
    },
  };
}

function stalled(ms: number): AntlerError {
  return new AntlerError({
    code: "ANTLER_OPENAI_STALLED",
    message: `the endpoint sent nothing for ${ms / 1000} s`,
    hint: "Try again; raise `timeout` of this model when it is just slow.",
    // The client swallows every error that calls itself a timeout; the code is what retries go by.
    cause: Object.assign(new Error("no data"), { code: "ETIMEDOUT" }),
  });
}
