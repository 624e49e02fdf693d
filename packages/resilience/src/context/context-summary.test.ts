import { NOT_FROM_USER_MARK } from "@antler/plugin-api";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { expect, it } from "vitest";
import { withSummary } from "./context-summary.js";

it("keeps the user's request word for word, not a remark that a middleware wrote after it", () => {
  const messages = [
    new HumanMessage({ id: "1", content: "rename foo to bar" }),
    new AIMessage({ id: "2", content: "on it" }),
    new HumanMessage({ id: "3", content: "go on", additional_kwargs: { [NOT_FROM_USER_MARK]: true } }),
    new AIMessage({ id: "4", content: "half done" }),
    new AIMessage({ id: "5", content: "more" }),
  ];
  const sent = withSummary(messages, { text: "S", covers: "4", writtenAfter: "5" });
  expect(sent.slice(1).map((message) => message.text)).toEqual(["rename foo to bar", "more"]);
});
