import type { Input } from "./io.js";

/** Everything up to the end of the input, decoded as UTF-8 across chunks. */
export async function readAll(input: Input): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of input) text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}
