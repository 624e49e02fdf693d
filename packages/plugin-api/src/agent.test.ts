import { expect, it } from "vitest";
import { type AgentContext, agentContextOf } from "./agent.js";
import { isAntlerError } from "./antler-error.js";

it("finds the agent that called a tool", () => {
  const context = { agent: {}, control: {} } as AgentContext;
  expect(agentContextOf({ context })).toBe(context);
});

it("says what to do when no agent called the tool", () => {
  for (const context of [undefined, null, "context", {}, { agent: {} }]) {
    const call = (): AgentContext => agentContextOf({ context });
    expect(call).toThrowError(/outside an agent/);
    try {
      call();
    } catch (error) {
      expect(isAntlerError(error, "ANTLER_NO_AGENT_CONTEXT")).toBe(true);
      expect(isAntlerError(error) && error.hint).toContain("agent factory");
    }
  }
});
