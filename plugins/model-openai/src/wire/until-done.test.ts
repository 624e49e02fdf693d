import { expect, it } from "vitest";
import { untilDone } from "./until-done.js";

/** What is read of pieces whose stream stays open behind them, and whether the end was seen. */
async function read(pieces: readonly string[]): Promise<{ readonly text: string; readonly ended: boolean }> {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (target) => {
      for (const piece of pieces) target.enqueue(encoder.encode(piece));
    },
  });
  const reader = untilDone(body).getReader();
  let text = "";
  for (const _piece of pieces) {
    const { done, value } = await reader.read();
    if (done) return { text, ended: true };
    text += new TextDecoder().decode(value);
  }
  const open = Symbol("open");
  const next = await Promise.race([reader.read(), new Promise((resolve) => setImmediate(resolve, open))]);
  return { text, ended: next !== open };
}

it("ends behind the line [DONE], wherever the pieces are cut", async () => {
  const stream = 'data: {"a":1}\n\ndata: [DONE]\n\n';
  for (let cut = 1; cut < stream.indexOf("]\n"); cut++)
    expect(await read([stream.slice(0, cut), stream.slice(cut)])).toEqual({ text: stream, ended: true });
});

it("goes on behind those words in an answer, wherever the pieces are cut", async () => {
  const stream = 'data: {"content":"a stream ends with data: [DONE], always"}\n\n';
  for (let cut = 1; cut < stream.length; cut++)
    expect(await read([stream.slice(0, cut), stream.slice(cut)])).toEqual({ text: stream, ended: false });
});
