import { AIMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { faultsOf, gatedAnswer } from "./gated-answer.js";

it("keeps the fault of a call whatever its id is", () => {
  const calls = ["__proto__", "constructor"].map((id) => ({ id, name: "t", args: {} }));
  const answer = gatedAnswer(
    new AIMessage({ content: "", tool_calls: calls }),
    calls.map((call) => ({
      call: { ...call, rawArgs: undefined, error: undefined },
      judgement: { fault: `fault of ${call.id}` },
    })),
  );
  expect([...faultsOf(answer)]).toEqual([
    ["__proto__", "fault of __proto__"],
    ["constructor", "fault of constructor"],
  ]);
});
