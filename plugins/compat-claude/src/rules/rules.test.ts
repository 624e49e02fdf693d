import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolAliases } from "../tools/tool-aliases.js";
import { matchesCommandRule } from "./command-rule.js";
import { type CommandRules, commandRulesOf } from "./command-rules.js";
import { judgeCommand } from "./judge-command.js";
import { simpleCommand } from "./simple-command.js";

describe("a simple command", () => {
  it.each([
    ["git status", ["git", "status"]],
    ["  git   log -5 --oneline ", ["git", "log", "-5", "--oneline"]],
    [`git commit -m "fix: a 'b'" 'c "d" $e'`, ["git", "commit", "-m", "fix: a 'b'", 'c "d" $e']],
    ["ls *.ts src/**/x?.md ~/a", ["ls", "*.ts", "src/**/x?.md", "~/a"]],
    [`a"b c"'d'`, undefined],
    [`echo a"b c"'d' ""`, ["echo", "ab cd", ""]],
    ["./run.sh A=1", ["./run.sh", "A=1"]],
  ])("%s", (command, words) => {
    if (words !== undefined) expect(simpleCommand(command)).toEqual(words);
  });

  it.each([
    ...[
      "git log; rm x",
      "git log & rm x",
      "git log && rm x",
      "git log || rm x",
      "git log | sh",
      "git log > f",
      "cat < f",
    ],
    ...["git log $(rm x)", "git log `rm x`", 'git "$(rm x)"', 'git "`rm x`"', "git $x", "git log\nrm x", "(git log)"],
    ...[
      "{ git log; }",
      "! git log",
      "X=1 git log",
      "git log # x",
      "git log \\\nx",
      "git 'log",
      'git "log',
      "",
      "  ",
      "*",
    ],
    ...["git {a,b}", "git log <(rm x)", "'git status'", "git\rlog", "git\u00a0log", '"rm -rf" x', "g\u0131t status"],
  ])("is not: %j", (command) => {
    expect(simpleCommand(command)).toBeNull();
  });

  it("has no shell operator outside quotes, whatever the text", () => {
    const piece = fc.constantFrom(..."abc;&|<>()$`\\\n\r{}!#'\" =*".split(""), "git", "rm");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const command = pieces.join("").replace(/^[ \t\n]+|[ \t\n]+$/g, ""); // blank space around it means nothing to the shell
        if (simpleCommand(command) === null) return;
        expect(command.replace(/'[^']*'|"[^"]*"/g, "")).not.toMatch(/[;&|<>()$`\\\n\r{}!#]/);
        expect(command.replace(/'[^']*'/g, "")).not.toMatch(/[$`\\]/);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a rule about commands", () => {
  it.each([
    ["git:*", "git", true],
    ["git:*", "git push --force", true],
    ["git:*", "gitk", false],
    ["git:*", "sudo git status", false],
    ["git add:*", "git add .", true],
    ["git add:*", "git addx", false],
    ["git add:*", "git -c x add", false],
    ["npm test", "npm test", true],
    ["npm test", "npm test -- x", false],
    ["npm run test*", "npm run test:unit -- -x", true],
    ["npm run test*", "npm run build", false],
    ["ls *", "ls", true],
    ["ls *", "ls -la /tmp", true],
    ["ls *", "lsof", false],
    ["* --version", "node --version", true],
    ["a.b:*", "axb", false],
  ])("%s against %s: %s", (rule, command, expected) => {
    expect(matchesCommandRule(rule, command.split(" "))).toBe(expected);
  });

  it("does not take a quoted word for two", () => {
    expect(matchesCommandRule("git status", ["git status"])).toBe(false);
    expect(matchesCommandRule("git status:*", ["git status", "x"])).toBe(false);
    expect(matchesCommandRule("git commit:*", ["git", "commit", "-m", "a b"])).toBe(true);
  });
});

describe("which entries of a list are about commands", () => {
  const aliases = toolAliases();
  it.each([
    [
      ["Read", "Bash(git:*)", "Bash(npm test)"],
      ["git:*", "npm test"],
    ],
    [["Bash(git:*)", "Bash"], "all"],
    [["bash(git:*)"], ["git:*"]],
    [["bash"], "all"],
    [["Bash(*)"], "all"],
    [["*"], "all"],
    [["ba*"], "all"],
    [["Read", "mcp__x__*"], []],
  ])("%j", (entries, expected) => {
    expect(commandRulesOf(entries, aliases)).toEqual(expected);
  });
});

describe("the verdict on a command", () => {
  const rules = (owner: string, allowed: CommandRules["allowed"], denied: readonly string[] = []): CommandRules => ({
    owner,
    allowed,
    denied,
    allowedSource: { file: "SKILL.md", line: 4, column: 1 },
  });
  const allows = (command: string, ...all: readonly CommandRules[]): boolean => judgeCommand(command, all).allow;

  it("is free where nobody restricts", () => {
    expect(allows("rm -rf x; y")).toBe(true);
    expect(allows("rm -rf x; y", rules("a", []))).toBe(true);
    expect(allows("rm -rf x; y", rules("a", "all"), rules("b", ["git:*"]))).toBe(true);
  });

  it("takes the union of what skills allow", () => {
    const both = [rules("a", ["git:*"]), rules("b", ["npm test"]), rules("c", [])];
    expect(allows("git log", ...both)).toBe(true);
    expect(allows("npm test", ...both)).toBe(true);
    expect(allows("npm publish", ...both)).toBe(false);
  });

  it("refuses what cannot be held against a rule, and says what to do", () => {
    const verdict = judgeCommand("git log | sh", [rules('skill "a"', ["git:*"])]);
    expect(verdict).toMatchObject({ allow: false, code: "ANTLER_CLAUDE_CALL_REFUSED", source: { line: 4 } });
    expect(!verdict.allow && verdict.reason).toContain("Run one command without operators");
  });

  it("lets a denial win", () => {
    expect(allows("rm x", rules("a", "all", ["rm:*"]))).toBe(false);
    expect(allows("ls; rm x", rules("a", "all", ["rm:*"]))).toBe(false);
    expect(allows("ls", rules("a", "all", ["rm:*"]))).toBe(true);
  });
});
