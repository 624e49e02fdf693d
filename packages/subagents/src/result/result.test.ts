import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractResult } from "./extract-result.js";
import { formatOutcome } from "./format-outcome.js";
import { outcomeArtifact, outcomeMetadata } from "./outcome-metadata.js";
import { shorten } from "./shorten.js";

describe("result of a subagent", () => {
  const call = { name: "write_todos", args: {}, id: "c1" };
  const answered = new ToolMessage({ content: "ok", tool_call_id: "c1" });

  it("SUB-02: walks back to the last AI message that has text", () => {
    const messages = [
      new HumanMessage("q"),
      new AIMessage({ content: "Report: 3 uses", tool_calls: [call] }),
      answered,
      new AIMessage(""),
    ];
    expect(extractResult(messages)).toBe("Report: 3 uses");
  });

  it("SUB-01: takes text blocks only", () => {
    const content = [
      { type: "text", text: "42 files" },
      { type: "tool_use", id: "t1", name: "x", input: {} },
    ];
    expect(extractResult([new AIMessage({ content })])).toBe("42 files");
  });

  it("SUB-04: takes the output of a final return-direct tool where no AI message has text", () => {
    const messages = [
      new AIMessage({ content: "", tool_calls: [{ ...call, name: "lookup" }] }),
      new ToolMessage({ content: "row 17", tool_call_id: "c1" }),
    ];
    expect(extractResult(messages)).toBe("row 17");
    expect(extractResult([...messages, new HumanMessage("on")])).toBe("No response generated");
  });

  it("MSG-10: bare strings in a content list are text", () => {
    expect(extractResult([{ type: "ai", content: [{ type: "text", text: "hi" }, "bare string"] }])).toBe(
      "hi\nbare string",
    );
  });
});

describe("text for the lead", () => {
  it("names the cap, whatever it was", () => {
    const text = (stopReason: string): string => formatOutcome({ status: "completed", result: "r", stopReason });
    expect(text("turn_capped")).toBe("Task Succeeded (capped: turn budget). Result: r");
    expect(text("token_capped")).toBe("Task Succeeded (capped: token budget). Result: r");
    expect(text("loop_capped")).toBe("Task Succeeded (capped: loop detected). Result: r");
    expect(text("own_reason")).toBe("Task Succeeded (capped: own_reason). Result: r");
  });

  it("EXE-040: a cap without anything useful is a failure that says so", () => {
    expect(formatOutcome({ status: "failed", error: "Reached max_turns=7", stopReason: "turn_capped" })).toBe(
      "Task failed (capped: turn budget). Error: Reached max_turns=7",
    );
  });

  it("keeps the result as it is, special characters of replacement included", () => {
    expect(formatOutcome({ status: "completed", result: "$& $1 \n" })).toBe("Task Succeeded. Result: $& $1 \n");
  });
});

describe("metadata", () => {
  const outcome = {
    taskId: "task-1",
    status: "completed",
    result: "x".repeat(10_000),
    error: null,
    stopReason: null,
    model: "big",
    usage: { input_tokens: 3, output_tokens: 4, total_tokens: 7 },
    turns: 2,
    durationMs: 12,
  } as const;

  it("TSK-031: bounds the brief at 2,000 characters; the text stays whole", () => {
    const brief = outcomeMetadata(outcome)["subagent_result_brief"];
    expect(brief).toMatch(/^x+\.\.\.x+$/);
    expect(brief).toHaveLength(2_000);
    expect(formatOutcome(outcome)).toHaveLength("Task Succeeded. Result: ".length + 10_000);
  });

  it("carries status, model, usage, turns and duration under the names of the events", () => {
    expect(outcomeArtifact(outcome)).toEqual({
      task_id: "task-1",
      status: "completed",
      stop_reason: null,
      model: "big",
      usage: outcome.usage,
      turns: 2,
      duration_ms: 12,
      error: null,
    });
  });

  it("property: a shortened text is at most as long as asked, and no character is cut in two", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 8, max: 40 }), (text, most) => {
        const short = shorten(text, most);
        expect(short.length).toBeLessThanOrEqual(Math.max(most, 0));
        expect(() => encodeURIComponent(short)).not.toThrow(); // throws on half a surrogate pair
        if (text.length <= most) expect(short).toBe(text);
      }),
    );
  });
});
