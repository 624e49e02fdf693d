import type { AgentProfile, PolicedTool, ToolFilter, ToolVerdict } from "@antler/plugin-api";
import { agentFixture, toolFixture } from "./fixtures.js";
import type { TestRunner } from "./runner.js";

export interface ToolFilterSubject {
  readonly name: string;
  create(): ToolFilter;
  /** Further agents to judge for. */
  readonly agents?: readonly AgentProfile[];
  /** Further tools to judge. */
  readonly tools?: readonly PolicedTool[];
}
const TOOLS: readonly PolicedTool[] = ["bash", "task", "read_file", "mcp__x__y", ""].map((name) => toolFixture(name));
const AGENTS: readonly AgentProfile[] = [
  agentFixture(),
  agentFixture({ role: "subagent", name: "general-purpose", taskId: "t1" }),
  agentFixture({ role: "subagent", tools: ["read_file"], disallowedTools: ["bash"], toolGroups: [], skills: [] }),
];

/** What every tool filter must do, ours and third parties' alike. */
export function toolFilterContract({ describe, it, expect }: TestRunner, subject: ToolFilterSubject): void {
  const pairs = [...AGENTS, ...(subject.agents ?? [])].flatMap((agent) =>
    [...TOOLS, ...(subject.tools ?? [])].map((tool) => ({ tool, agent })),
  );
  const isVerdict = (verdict: ToolVerdict): void => {
    if (verdict.allow === true) return;
    expect(verdict.allow).toBe(false);
    expect(verdict.code).toMatch(/^ANTLER_[A-Z0-9_]+$/);
    expect(verdict.reason.trim().length > 0).toBe(true);
  };
  describe(`tool filter contract: ${subject.name}`, () => {
    it("allows, or refuses with a code and a reason", () => {
      const filter = subject.create();
      for (const { tool, agent } of pairs) isVerdict(filter.judge(tool, agent));
    });
    it("gives the same verdict twice, also from another instance", () => {
      const filter = subject.create();
      for (const { tool, agent } of pairs) {
        const verdict = filter.judge(tool, agent);
        expect(filter.judge(tool, agent)).toEqual(verdict);
        expect(subject.create().judge(tool, agent)).toEqual(verdict);
      }
    });
    it("changes neither tool nor agent", () => {
      const filter = subject.create();
      for (const { tool, agent } of pairs) {
        const before = JSON.stringify([tool, agent]);
        filter.judge(Object.freeze({ ...tool }), agent);
        expect(JSON.stringify([tool, agent])).toBe(before);
      }
    });
    it("judges calls and the present moment in the same form", () => {
      const filter = subject.create();
      for (const { tool, agent } of pairs) {
        const now = filter.judgeNow?.(tool, agent, { messages: [] });
        if (now !== undefined) isVerdict(now);
        const call = filter.judgeCall?.({ name: tool.name, args: {} }, tool, agent, { messages: [] });
        if (call !== undefined) isVerdict(call);
      }
    });
  });
}
