import { messagesFault } from "@antler/testing";
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { repairHistory } from "./repair-history.js";

const ids = fc.constantFrom("a", "b", "");
const message = fc.oneof(
  fc.constantFrom("q", "more").map((text): BaseMessage => new HumanMessage(text)),
  fc
    .record({ text: fc.constantFrom("", "hm"), calls: fc.uniqueArray(ids, { maxLength: 2 }), broken: fc.boolean() })
    .map(
      ({ text, calls, broken }): BaseMessage =>
        new AIMessage({
          content: text,
          tool_calls: calls.map((id) => ({ name: id === "" ? "" : "ls", args: {}, id })),
          invalid_tool_calls: broken
            ? [{ name: "f", args: "{", id: "z", error: "bad", type: "invalid_tool_call" }]
            : [],
        }),
    ),
  fc
    .record({ id: ids, content: fc.constantFrom<string | []>("r", []) })
    .map(({ id, content }): BaseMessage => new ToolMessage({ content, tool_call_id: id })),
);

describe("repairHistory", () => {
  it.each([false, true])(
    "makes any history one that the strictest providers take (alternating roles: %s)",
    (strict) => {
      fc.assert(
        fc.property(fc.array(message, { maxLength: 10 }), (messages) => {
          const given = [...messages, new HumanMessage("now")];
          const repaired = repairHistory(given, strict)?.messages ?? given;
          expect(messagesFault(repaired.map(onTheWire))).toBeUndefined();
          if (strict)
            for (const [index, one] of repaired.entries())
              expect([one.getType(), repaired[index + 1]?.getType()]).not.toEqual(["human", "human"]);
          expect(repairHistory(repaired, strict)).toBeUndefined();
        }),
        { numRuns: 300 },
      );
    },
  );

  it("keeps messages that are fine as they are", () => {
    const human = new HumanMessage("q");
    const open = new AIMessage({ content: "", tool_calls: [{ name: "ls", args: {}, id: "1" }] });
    const repaired = repairHistory([human, open, human])?.messages;
    expect(repaired?.[0]).toBe(human);
    expect(repaired?.[1]).toBe(open);
  });

  it("does not send raw copies of calls that were taken away", () => {
    const raw = [{ id: "1", type: "function" as const, function: { name: "ls", arguments: "{" } }];
    const message = new AIMessage({ content: "hm", tool_calls: [] });
    message.additional_kwargs = { tool_calls: raw, refusal: "kept" };
    const sent = repairHistory([new HumanMessage("q"), message])?.messages[1];
    expect(sent?.additional_kwargs).toEqual({ refusal: "kept" });
  });

  it("keeps images in results", () => {
    const picture = new ToolMessage({
      content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }],
      tool_call_id: "1",
    });
    const asked = new AIMessage({ content: "", tool_calls: [{ name: "look", args: {}, id: "1" }] });
    expect(repairHistory([new HumanMessage("q"), asked, picture])).toBeUndefined();
  });
});

function onTheWire(one: BaseMessage): object {
  const calls = AIMessage.isInstance(one) ? (one.tool_calls ?? []) : [];
  return {
    role: one.getType() === "human" ? "user" : one.getType() === "ai" ? "assistant" : one.getType(),
    content: one.content,
    ...(ToolMessage.isInstance(one) ? { tool_call_id: one.tool_call_id } : {}),
    tool_calls: calls.map(({ id, name, args }) => ({ id, function: { name, arguments: JSON.stringify(args) } })),
  };
}
