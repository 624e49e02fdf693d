import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { joinSystemParts } from "./join-system-parts.js";
import { coalesceSystemMessages } from "./system-message.js";

describe("one system message", () => {
  it("SYS-017: merges the agent's own with those among the messages, in order, under the first id", () => {
    const human = new HumanMessage("q");
    const ai = new AIMessage("z");
    const merged = coalesceSystemMessages(new SystemMessage({ content: "A", id: "s" }), [
      new SystemMessage("B"),
      human,
      new SystemMessage("C"),
      ai,
    ]);
    expect(merged?.systemMessage).toMatchObject({ content: "A\n\nB\n\nC", id: "s" });
    expect(merged?.messages).toEqual([human, ai]);
  });

  it("SYS-018: changes nothing when there is nothing to merge", () => {
    expect(coalesceSystemMessages(new SystemMessage("A"), [new HumanMessage("q")])).toBeUndefined();
    expect(coalesceSystemMessages(undefined, [new SystemMessage("A"), new HumanMessage("q")])).toBeUndefined();
    expect(
      coalesceSystemMessages(new SystemMessage(""), [new SystemMessage("A"), new HumanMessage("q")]),
    ).toBeUndefined();
  });

  it("moves a single system message that is not first to the front", () => {
    expect(
      coalesceSystemMessages(undefined, [new HumanMessage("q"), new SystemMessage("A")])?.systemMessage.content,
    ).toBe("A");
  });

  it("SYS-002, SYS-004, SYS-005: leaves no gap for what is absent", () => {
    expect(joinSystemParts(["P", null, "", undefined, "S"])).toBe("P\n\nS");
    expect(joinSystemParts([null, "", undefined])).toBeNull();
  });
});
