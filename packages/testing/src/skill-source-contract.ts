import { isAbsolute } from "node:path";
import type { SkillSource } from "@antler/plugin-api";
import type { TestRunner } from "./runner.js";

export interface SkillSourceSubject {
  readonly name: string;
  create(): SkillSource;
}

/** What every skill source must do, ours and third parties' alike. */
export function skillSourceContract({ describe, it, expect }: TestRunner, subject: SkillSourceSubject): void {
  describe(`skill source contract: ${subject.name}`, () => {
    it("lists skills with a name, a description and the path of their file", async () => {
      for (const skill of (await subject.create().list()).skills) {
        expect(skill.name.trim().length > 0).toBe(true);
        expect(skill.description.trim().length > 0).toBe(true);
        expect(isAbsolute(skill.file)).toBe(true);
      }
    });
    it("lists no two skills of one name", async () => {
      const names = (await subject.create().list()).skills.map((skill) => skill.name);
      expect(new Set(names).size).toBe(names.length);
    });
    it("has bodies without blank ends; one that cannot be read is null, not empty", async () => {
      for (const { body } of (await subject.create().list()).skills) if (body !== null) expect(body).toBe(body.trim());
    });
    it("declares tools as `all` or as a list of names", async () => {
      for (const { allowedTools, disallowedTools } of (await subject.create().list()).skills) {
        for (const name of allowedTools === "all" ? [] : allowedTools) expect(name.trim().length > 0).toBe(true);
        for (const name of disallowedTools) expect(name.trim().length > 0).toBe(true);
      }
    });
    it("says what it could not use: code, message and severity", async () => {
      for (const diagnostic of (await subject.create().list()).diagnostics) {
        expect(diagnostic.code).toMatch(/^ANTLER_[A-Z0-9_]+$/);
        expect(diagnostic.message.length > 0).toBe(true);
        expect(["error", "warning"]).toContain(diagnostic.severity);
      }
    });
    it("lists the same in the same order every time", async () => {
      const source = subject.create();
      expect(await source.list()).toEqual(await source.list());
    });
  });
}
