import type { Skill } from "@antler/plugin-api";
import { expect, it } from "vitest";
import { toolAliases } from "../tools/tool-aliases.js";
import { createSkillAdapter } from "./skill-adapter.js";

const adapter = createSkillAdapter(toolAliases());
const at = { file: "/s/a/SKILL.md", line: 4, column: 1 };
const skill = (changes: Partial<Skill>): Skill => ({
  ...{ name: "a", description: "A", file: at.file, body: "x", allowedTools: "all", disallowedTools: [], sources: {} },
  ...changes,
});

it("translates both lists and keeps what was written", () => {
  const own = skill({
    allowedTools: ["Read", "Bash(git:*)"],
    disallowedTools: ["Write"],
    sources: { allowedTools: at },
  });
  expect(adapter.adapt(own)).toEqual({
    skill: {
      ...own,
      allowedTools: ["read_file", "bash"],
      disallowedTools: ["write_file"],
      declared: { allowedTools: ["Read", "Bash(git:*)"], disallowedTools: ["Write"] },
    },
    diagnostics: [],
  });
});

it("leaves a skill in our names as it is", () => {
  const own = skill({ allowedTools: ["read_file", "bash"] });
  expect(adapter.adapt(own).skill).toBe(own);
  const free = skill({});
  expect(adapter.adapt(free).skill).toBe(free);
});

it("turns a list of which nothing is left into none, never into all", () => {
  const own = skill({ allowedTools: ["Read(src/**)"], sources: { allowedTools: at } });
  const { skill: adapted, diagnostics } = adapter.adapt(own);
  expect(adapted.allowedTools).toEqual([]);
  expect(diagnostics).toMatchObject([{ severity: "warning", code: "ANTLER_CLAUDE_RULE_UNENFORCEABLE", position: at }]);
});
