import type { SubagentType } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";

export interface SubagentTypeSubject {
  readonly name: string;
  create(): SubagentType;
}

/** What every subagent type that a plugin contributes must be. */
export function subagentTypeContract({ describe, it, expect }: TestRunner, subject: SubagentTypeSubject): void {
  describe(`subagent type contract: ${subject.name}`, () => {
    it("has a name that a model can write, a description to choose by, and a prompt", () => {
      const type = subject.create();
      expect(type.name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*$/);
      expect(type.description.trim().length > 0).toBe(true);
      expect(type.systemPrompt.trim().length > 0).toBe(true);
    });
    it("does not take the place of a built-in type", () => {
      expect(["general-purpose", "bash"]).not.toContain(subject.create().name);
    });
    it("cannot delegate", () => {
      const { tools } = subject.create();
      if (Array.isArray(tools)) expect(tools).not.toContain("task");
    });
    it("has limits that are whole numbers from 1", () => {
      const { maxTurns = 1, timeoutSeconds = 1 } = subject.create();
      for (const limit of [maxTurns, timeoutSeconds]) expect(Number.isInteger(limit) && limit >= 1).toBe(true);
    });
    it("is the same every time", () => {
      expect(subject.create()).toEqual(subject.create());
    });
  });
}
