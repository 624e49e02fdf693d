import { describe, expect, it } from "vitest";
import { toolErrorReply } from "./tool-error-reply.js";

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

describe("toolErrorReply", () => {
  it("ERR-001: says which tool failed, with which error, and what to do next", () => {
    expect(toolErrorReply({ name: "grep", id: "c1" }, named("RangeError", "bad span"))).toEqual({
      status: "error",
      tool_call_id: "c1",
      name: "grep",
      content:
        "Error: Tool 'grep' failed with RangeError: bad span. Continue with available context, or choose an alternative tool.",
    });
  });

  it("ERR-003, ERR-039: cuts a long error text to 500 characters, whole ones", () => {
    const { content } = toolErrorReply({ name: "grep", id: "c1" }, named("E", "z".repeat(1_000_000)));
    expect(content).toMatch(/^Error: Tool 'grep' failed with E: z{497}\.\.\.\. Continue/);
    const emoji = toolErrorReply({ name: "grep", id: "c1" }, named("E", `z${"😀".repeat(600)}`));
    expect(() => encodeURIComponent(emoji.content)).not.toThrow();
  });

  it("ends a sentence once", () => {
    const of = (text: string) => toolErrorReply({ name: "grep", id: "c1" }, new Error(text)).content;
    expect(of("No such folder.")).toContain("No such folder. Continue");
    expect(of("and so on...")).toContain("and so on.... Continue");
  });

  it("ERR-004: uses placeholders for a call without id and name", () => {
    expect(toolErrorReply({}, named("E", "x"))).toMatchObject({
      tool_call_id: "missing_tool_call_id",
      name: "unknown_tool",
    });
  });

  it("can say something about anything that is thrown", () => {
    for (const thrown of [undefined, null, "text", { a: 1 }, 7, new Error("")])
      expect(toolErrorReply({ name: "t", id: "i" }, thrown).content).toMatch(
        /^Error: Tool 't' failed with Error: .+\. Continue/,
      );
  });
});
