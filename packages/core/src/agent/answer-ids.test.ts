import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { freshenIds } from "./answer-ids.js";

const call = (id: string) => ({ name: "t", args: {}, id, type: "tool_call" as const });

describe("freshenIds", () => {
  it("leaves an answer alone whose ids are its own", () => {
    const answer = freshenIds(new AIMessage({ id: "m2", content: "", tool_calls: [call("c2")] }), [
      new AIMessage({ id: "m1", content: "", tool_calls: [call("c1")] }),
    ]);
    expect(answer).toMatchObject({ id: "m2", tool_calls: [{ id: "c2" }] });
  });

  it("MSG-11: gives ids to an answer and to calls that have none", () => {
    const answer = freshenIds(new AIMessage({ content: "", tool_calls: [call(""), call("")] }), []);
    expect(answer.id).toMatch(/^msg_/);
    const ids = answer.tool_calls?.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids?.every((id) => id?.startsWith("call_"))).toBe(true);
  });

  it("gives each of several equal ids' copies the id of its own call", () => {
    const calls = [1, 2, 3].map((n) => ({ ...call("x"), args: { n } }));
    const blocks = [1, 2, 3].map((n) => ({ type: "tool_use", id: "x", name: "t", input: { n } }));
    for (const history of [[], [new AIMessage({ content: "", tool_calls: [call("x")] })]]) {
      const answer = freshenIds(
        new AIMessage({ id: "m", content: structuredClone(blocks), tool_calls: structuredClone(calls) }),
        history,
      );
      const asked = answer.tool_calls?.map(({ id, args }) => [id, args]);
      expect(new Set(asked?.map(([id]) => id)).size).toBe(3);
      expect((answer.content as typeof blocks).map(({ id, input }) => [id, input])).toEqual(asked);
    }
  });

  it("keeps the first of two equal ids and every view of the calls in step", () => {
    const answer = freshenIds(
      new AIMessage({
        id: "m",
        content: [
          { type: "tool_use", id: "x", name: "t", input: {} },
          { type: "tool_use", id: "x", name: "t", input: {} },
        ],
        tool_calls: [call("x"), call("x")],
        additional_kwargs: {
          tool_calls: [
            { id: "x", type: "function", function: { name: "t", arguments: "{}" } },
            { id: "x", type: "function", function: { name: "t", arguments: "{}" } },
          ],
        },
      }),
      [],
    );
    const views = [answer.tool_calls, answer.additional_kwargs.tool_calls, answer.content as { id: string }[]].map(
      (view) => view?.map(({ id }) => id),
    );
    expect(views[0]?.[0]).toBe("x");
    expect(views[0]?.[1]).not.toBe("x");
    expect(views[1]).toEqual(views[0]);
    expect(views[2]).toEqual(views[0]);
  });

  it("does not take an id that an earlier call of the history has", () => {
    const history = [
      new HumanMessage("q"),
      new AIMessage({ id: "m1", content: "", tool_calls: [call("call_0")] }),
      new ToolMessage({ content: "r", tool_call_id: "call_0" }),
    ];
    const answer = freshenIds(new AIMessage({ id: "m1", content: "", tool_calls: [call("call_0")] }), history);
    expect(answer.id).not.toBe("m1");
    expect(answer.tool_calls?.[0]?.id).not.toBe("call_0");
  });
});
