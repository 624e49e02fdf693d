import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toolAliases } from "./tool-aliases.js";
import { translateAllowed, translateDenied } from "./translate-tools.js";

const aliases = toolAliases({ Screenshot: "take_picture", WebFetch: "fetch_page" });

describe("an allowlist in the client's names", () => {
  it("becomes ours; our own names and those of MCP servers stay", () => {
    const entries = ["Read", "Bash(git:*)", "Edit", "MultiEdit", "ls", "mcp__github__Search", "mcp__x__*", "WebFetch"];
    expect(translateAllowed(entries, aliases)).toEqual({
      names: ["read_file", "bash", "str_replace", "ls", "mcp__github__Search", "mcp__x__*", "fetch_page"],
      problems: [],
    });
  });

  it("leaves out rules that nothing enforces, and says what has no counterpart", () => {
    const { names, problems } = translateAllowed(["TodoWrite", "Unheard", "Read(src/**)", "Glob"], aliases);
    expect(names).toEqual(["TodoWrite", "Unheard", "glob"]);
    expect(problems.map(({ message }) => message)).toEqual([
      '"TodoWrite" has no counterpart here',
      'nothing here enforces the rule "Read(src/**)", so read_file is left out',
    ]);
  });

  it("takes aliases of the config", () => {
    expect(translateAllowed(["Screenshot"], aliases).names).toEqual(["take_picture"]);
  });
});

describe("a denylist in the client's names", () => {
  it("denies a whole tool rather than forget a rule; rules about commands are held to at each call", () => {
    const { names, problems } = translateDenied(["Write", "Read(./.env)", "Bash(rm:*)", "Unheard"], aliases);
    expect(names).toEqual(["write_file", "read_file", "Unheard"]);
    expect(problems).toMatchObject([{ code: "ANTLER_CLAUDE_RULE_UNENFORCEABLE" }]);
  });
});

it("never widens: every name is an entry's own, and each plain entry of a denylist is denied", () => {
  const entry = fc.constantFrom(
    "Read",
    "Bash",
    "Bash(git:*)",
    "ls",
    "Unheard",
    "Read(x)",
    "mcp__a__b",
    "TodoWrite",
    "bash(x)",
  );
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const own = new Set(entries.flatMap((text) => translateAllowed([text], aliases).names));
      for (const name of translateAllowed(entries, aliases).names) expect(own.has(name)).toBe(true);
      const denied = translateDenied(entries, aliases).names;
      for (const name of translateAllowed(
        entries.filter((text) => !text.includes("(")),
        aliases,
      ).names)
        expect(denied).toContain(name);
    }),
  );
});
