import { describe, expect, it } from "vitest";
import { skillFolder, skillText } from "../test-support/skill-folder.js";
import { checkSkills, formatSkillDiagnostic, skillCheckPasses } from "./check-skills.js";

describe("skills check", () => {
  it("gives one row for each skill, with what it allows and costs", async () => {
    await using folder = await skillFolder({
      "a/SKILL.md": skillText("a", ["allowed-tools: [ls]"], "x".repeat(40)),
      "b/SKILL.md": skillText("b"),
    });
    const report = await checkSkills([folder.path]);
    expect(report).toEqual({
      skills: [
        { name: "a", file: `${folder.path}/a/SKILL.md`, ok: true, allowed_tools: ["ls"], tokens: 17, diagnostics: [] },
        { name: "b", file: `${folder.path}/b/SKILL.md`, ok: true, allowed_tools: null, tokens: 9, diagnostics: [] },
      ],
    });
    expect(skillCheckPasses(report)).toBe(true);
  });

  it("fails for a skill that does not load, and says where", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": "---\nname: a\n---\n" });
    const file = `${folder.path}/a/SKILL.md`;
    const report = await checkSkills([file]);
    expect(skillCheckPasses(report)).toBe(false);
    expect(report.skills).toMatchObject([
      { name: "a", ok: false, allowed_tools: null, diagnostics: [{ severity: "error", file, line: 1, column: 1 }] },
    ]);
    expect(report.skills[0]?.diagnostics.map(formatSkillDiagnostic)).toEqual([
      `${file}:1:1 error ANTLER_SKILL_DESCRIPTION the skill has no description. Add \`description:\` with one or two sentences on when to use the skill.`,
    ]);
  });

  it("--strict: a warning fails too", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": skillText("a", ["colour: red"]) });
    expect(skillCheckPasses(await checkSkills([folder.path]))).toBe(true);
    expect(skillCheckPasses(await checkSkills([folder.path], { strict: true }))).toBe(false);
  });

  it("--strict: the specification's own form of allowed-tools is fine", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": skillText("a", ["allowed-tools: ls read_file"]) });
    expect(skillCheckPasses(await checkSkills([folder.path], { strict: true }))).toBe(true);
  });

  it("reports tool names of another client", async () => {
    await using folder = await skillFolder({ "a/SKILL.md": skillText("a", ["allowed-tools: Read, ls"]) });
    const { skills } = await checkSkills([folder.path]);
    expect(skills[0]?.diagnostics).toMatchObject([{ code: "ANTLER_SKILL_TOOLS_FOREIGN", line: 4, column: 1 }]);
  });

  it("fails for a path without a skill", async () => {
    await using folder = await skillFolder({ "note.txt": "x" });
    for (const path of [folder.path, `${folder.path}/nowhere`, `${folder.path}/note.txt`])
      expect(skillCheckPasses(await checkSkills([path]))).toBe(false);
    expect(skillCheckPasses(await checkSkills([]))).toBe(false);
  });

  it("SKL-32: refuses an archive before a member of it is read", async () => {
    await using folder = await skillFolder({ "pack.zip": "PK\u0003\u0004" });
    expect((await checkSkills([`${folder.path}/pack.zip`])).skills).toMatchObject([
      { ok: false, diagnostics: [{ code: "ANTLER_SKILL_ARCHIVE" }] },
    ]);
  });
});
