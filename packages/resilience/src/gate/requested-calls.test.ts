import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { requestedCalls } from "./requested-calls.js";

type Chunk = { readonly index?: number; readonly id?: string; readonly name?: string; readonly args?: string };
const streamed = (...chunks: readonly Chunk[]) =>
  requestedCalls(
    new AIMessageChunk({
      content: "",
      tool_call_chunks: chunks.map((chunk) => ({ type: "tool_call_chunk" as const, ...chunk })),
    }),
  ).map(({ id, name, args, error }) => ({ id, name, args, error }));

describe("requestedCalls", () => {
  it("PRV-03: joins fragments that carry no index to the call before them", () => {
    expect(streamed({ id: "a", name: "write", args: '{"path":"a",' }, { args: '"content":"c"}' })).toEqual([
      { id: "a", name: "write", args: { path: "a", content: "c" }, error: undefined },
    ]);
  });

  it("keeps parallel calls apart, also when their fragments alternate", () => {
    const calls = streamed(
      { index: 0, id: "a", name: "f", args: '{"x":' },
      { index: 1, id: "b", name: "g", args: '{"y":' },
      { index: 0, args: "1}" },
      { index: 1, args: "2}" },
    );
    expect(calls).toMatchObject([
      { id: "a", args: { x: 1 } },
      { id: "b", args: { y: 2 } },
    ]);
  });

  it("PRV-01: does not complete cut arguments", () => {
    const [call] = streamed({ index: 0, id: "a", name: "write", args: '{"path":"a","content":"hel' });
    expect(call?.args).toBeUndefined();
    expect(call?.error).toMatch(/not valid JSON/);
  });

  it("refuses arguments that are JSON but no object", () => {
    for (const args of ["[1]", '"text"', "3", "null"])
      expect(streamed({ index: 0, id: "a", name: "f", args })[0]?.error).toMatch(/not a JSON object/);
  });

  it("reads calls that were not streamed, valid ones and others", () => {
    const message = new AIMessage({
      content: "",
      tool_calls: [{ name: "f", args: { a: 1 }, id: "1" }],
      invalid_tool_calls: [{ name: "g", args: "{", id: "2", error: "Malformed args.", type: "invalid_tool_call" }],
    });
    expect(requestedCalls(message)).toMatchObject([
      { id: "1", name: "f", args: { a: 1 } },
      { id: "2", name: "g", args: undefined, rawArgs: "{" },
    ]);
  });
});
