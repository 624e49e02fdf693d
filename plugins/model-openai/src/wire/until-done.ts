/** The line after which an event stream of the protocol has nothing more to say. */
const DONE = /[\r\n]data: ?\[DONE\]/u;
/** Characters of a piece that may be the beginning of that line, with the line break before it. */
const TAIL = 16;
/** How long the endpoint gets to end the response itself, so that its connection can be used again. Milliseconds. */
const LEAVE_TIME = 1_000;

/**
 * An event stream that ends with `data: [DONE]`, also when the endpoint keeps the connection open behind it: the client reads on
 * to the end of the body and would take a complete answer for one that stalled.
 */
export function untilDone(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder("latin1");
  let tail = "\n";
  return new ReadableStream<Uint8Array>({
    async pull(target) {
      const { done, value } = await reader.read();
      if (done) return target.close();
      target.enqueue(value);
      const text = tail + decoder.decode(value);
      tail = text.slice(-TAIL);
      if (!DONE.test(text)) return;
      target.close();
      void leave(reader);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function leave(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => undefined), LEAVE_TIME).unref();
  try {
    while (!(await reader.read()).done);
  } catch {
    // the answer is complete: what becomes of its connection is no matter
  } finally {
    clearTimeout(timer);
  }
}
