import type { Json, MarkdownField } from "@antler/plugin-api";
import { describe, expect, it } from "vitest";
import { toolAliases } from "../tools/tool-aliases.js";
import { chooseModel } from "./model-alias.js";
import { type AgentFile, readAgent } from "./read-agent.js";

const OPTIONS = {
  aliases: toolAliases(),
  modelAliases: { haiku: "small" },
  models: ["big", "small"],
  toolList: (text: string) => text.split(/,\s*/),
};

function agent(fields: Readonly<Record<string, Json>>, body = "You review."): AgentFile {
  const entries = Object.entries({ name: "reviewer", description: "Reviews code", ...fields }).map(
    ([key, value], index): [string, MarkdownField] => [
      key,
      {
        value,
        text: value === null || typeof value === "object" ? null : String(value),
        position: { file: "/a/reviewer.md", line: index + 2, column: 1 },
      },
    ],
  );
  return readAgent({ fields: new Map(entries), body }, "/a/reviewer.md", OPTIONS);
}

describe("an agent file", () => {
  it("becomes a subagent type", () => {
    const { type, warnings, rules } = agent({
      tools: "Read, Grep, Bash",
      disallowedTools: ["Write"],
      model: "haiku",
      maxTurns: 12,
      skills: "a, b",
    });
    expect(type).toEqual({
      name: "reviewer",
      description: "Reviews code",
      systemPrompt: "You review.",
      tools: ["read_file", "grep", "bash"],
      disallowedTools: ["task", "write_file"],
      skills: ["a", "b"],
      model: "small",
      maxTurns: 12,
      position: { file: "/a/reviewer.md", line: 1, column: 1 },
      positions: {
        tools: { file: "/a/reviewer.md", line: 4, column: 1 },
        disallowedTools: { file: "/a/reviewer.md", line: 5, column: 1 },
        model: { file: "/a/reviewer.md", line: 6, column: 1 },
        maxTurns: { file: "/a/reviewer.md", line: 7, column: 1 },
        skills: { file: "/a/reviewer.md", line: 8, column: 1 },
      },
    });
    expect(warnings).toEqual([]);
    expect(rules).toBeUndefined();
  });

  it("without lists has all tools but task, and all skills", () => {
    expect(agent({ tools: null, skills: null }).type).toMatchObject({
      ...{ tools: "all", disallowedTools: ["task"], skills: "all", model: "inherit" },
    });
    expect(agent({ tools: "*" }).type?.tools).toBe("all");
    expect(agent({ tools: [], skills: [] }).type).toMatchObject({ tools: [], skills: [] });
  });

  it("that denies everything is left with nothing", () => {
    expect(agent({ disallowedTools: "*" }).type).toMatchObject({ tools: "all", disallowedTools: ["task", "*"] });
  });

  it("keeps rules about commands, with their place", () => {
    const { type, rules } = agent({ tools: "Read, Bash(git:*)", disallowedTools: "Bash(git push:*)" });
    expect(type?.tools).toEqual(["read_file", "bash"]);
    expect(rules).toMatchObject({ allowed: ["git:*"], denied: ["git push:*"], allowedSource: { line: 4 } });
  });

  it("never gets more when a tool is unknown", () => {
    const { type, warnings } = agent({ tools: "TodoWrite" });
    expect(type?.tools).toEqual(["TodoWrite"]);
    expect(warnings).toMatchObject([{ code: "ANTLER_CLAUDE_TOOL_UNKNOWN", position: { line: 4 } }]);
  });

  it("with permissionMode plan changes nothing", () => {
    const { type, ignored } = agent({ permissionMode: "plan" });
    expect(type?.disallowedTools).toEqual(["task", "write_file", "str_replace", "bash"]);
    expect(ignored).toEqual([]);
  });

  it("names the fields that have no effect, but not a colour", () => {
    expect(agent({ hooks: {}, color: "red", permissionMode: "acceptEdits" }).ignored).toEqual([
      "hooks",
      "permissionMode",
    ]);
  });

  it("takes the file's name where it has none, and says so of a bad maxTurns", () => {
    expect(agent({ name: null }).type?.name).toBe("reviewer");
    const { type, warnings } = agent({ maxTurns: "many" });
    expect(type).not.toHaveProperty("maxTurns");
    expect(warnings).toMatchObject([{ code: "ANTLER_CLAUDE_FIELD_IGNORED" }]);
  });

  it.each<readonly [string, Readonly<Record<string, Json>>, string]>([
    ["no description", { description: " " }, "x"],
    ["no text", {}, ""],
    ["a name with a slash", { name: "a/b" }, "x"],
    ["tools that are a map", { tools: { Read: true } }, "x"],
    ["a number among the skills", { skills: [1] }, "x"],
  ])("is not used with %s", (_what, fields, body) => {
    expect(agent(fields, body)).toMatchObject({ type: null, warnings: [{ code: "ANTLER_CLAUDE_AGENT_INVALID" }] });
  });
});

describe("the model of an agent file", () => {
  const aliases = { sonnet: "big", haiku: "inherit", opus: "gone" };
  it.each([
    [null, "inherit", false],
    ["inherit", "inherit", false],
    ["sonnet", "big", false],
    ["claude-sonnet-4-5", "big", false],
    ["big", "big", false],
    ["haiku", "inherit", false],
    ["opus", "inherit", true],
    ["gpt-9", "inherit", true],
    ["constructor", "inherit", true],
  ])("%s -> %s (unmapped: %s)", (wanted, model, unmapped) => {
    expect(chooseModel(wanted, aliases, ["big"])).toEqual({ model, unmapped });
  });
});
