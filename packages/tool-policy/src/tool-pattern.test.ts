import { describe, expect, it } from "vitest";
import { matchesTool, matchingRule, toolMatcher } from "./tool-pattern.js";

describe("a rule of a tool list", () => {
  it.each([
    ["bash", "bash", true],
    ["bash", "Bash", false],
    ["mcp__github__*", "mcp__github__create_issue", true],
    ["mcp__github__*", "mcp__git__log", false],
    ["*_search", "web_search", true],
    ["mcp__*__read_*", "mcp__fs__read_file", true],
    ["*", "anything.at/all", true],
    ["a.c*", "abcd", false],
  ])("%s means %s: %s", (rule, name, expected) => {
    expect(matchesTool(rule, name)).toBe(expected);
  });

  it("is a plain name where it has other special characters, so it cannot widen by accident", () => {
    expect(matchesTool("!(bash)*", "read_file")).toBe(false);
    expect(matchesTool("Bash(git:*)", "Bashgit:log")).toBe(false);
    expect(matchesTool("{bash,ls}*", "bash")).toBe(false);
    expect(matchesTool("[ab]*", "ax")).toBe(false);
    expect(matchesTool("Bash(git:*)", "Bash(git:*)")).toBe(true);
  });

  it("answers yes or no about every name of a list", () => {
    const names = ["ls", "read_file", "write_file"];
    expect(names.some(toolMatcher("mcp__docs__*"))).toBe(false);
    expect(names.filter(toolMatcher("*_file"))).toEqual(["read_file", "write_file"]);
  });

  it("is found in order", () => {
    expect(matchingRule(["ls", "read_*", "read_file"], "read_file")).toBe("read_*");
    expect(matchingRule([], "read_file")).toBeUndefined();
  });
});
