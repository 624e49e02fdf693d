import { describe, expect, it } from "vitest";
import { skillText } from "../test-support/skill-folder.js";
import { readSkill, type SkillReading } from "./read-skill.js";

const FILE = "/skills/demo/SKILL.md";
const read = (content: string | Uint8Array): SkillReading => readSkill(content, { file: FILE });
const strict = (content: string): SkillReading => readSkill(content, { file: FILE, reading: "strict" });
const codes = ({ diagnostics }: SkillReading): readonly string[] => diagnostics.map(({ code }) => code);
const front = (...lines: readonly string[]): string => ["---", ...lines, "---", "Body"].join("\n");

describe("what loads without a word", () => {
  it("SKL-01: a byte order mark at the start, while one inside the text is data", () => {
    const bytes = new TextEncoder().encode(`\uFEFF${skillText("demo", [], "a\uFEFFb")}`);
    const reading = read(bytes);
    expect(reading.diagnostics).toEqual([]);
    expect(reading.skill).toMatchObject({ name: "demo", body: "a\uFEFFb" });
  });

  it("SKL-02: Windows line ends, with nothing of them in the values", () => {
    const reading = read(skillText("demo").replaceAll("\n", "\r\n"));
    expect(reading.diagnostics).toEqual([]);
    expect(reading.skill).toMatchObject({ description: "About demo", body: "Body of demo." });
  });

  it("SKL-06: a folded description, whole and without the colon being taken for a key", () => {
    const reading = read(front("name: demo", "description: >-", "  First: part", "  second part"));
    expect(reading.skill?.description).toBe("First: part second part");
  });

  it("SKL-08: quoted values, without their quotes", () => {
    const reading = read(front('name: "demo"', "description: 'it''s fine'"));
    expect(reading.fields).toMatchObject({ name: "demo", description: "it's fine" });
  });

  it("SKL-27: the standard's optional fields, a version as it is written", () => {
    const lines = ["version: 1.10", "author: A. Person", "compatibility: linux", "metadata: {a: b}", "license: MIT"];
    const reading = read(skillText("demo", lines));
    expect(reading.diagnostics).toEqual([]);
    expect(reading.fields).toMatchObject({ version: "1.10", compatibility: "linux", license: "MIT" });
  });

  it("Chinese text", () => {
    const reading = read(front("name: demo", "description: 何时使用：读取潮汐表"));
    expect(reading.skill?.description).toBe("何时使用：读取潮汐表");
    expect(reading.diagnostics).toEqual([]);
  });
});

describe("what is mended, with a warning at its place", () => {
  it("SKL-04, SKP-017: an unquoted colon; strict reading skips the skill and proposes quotes", () => {
    const text = front("name: demo", "description: Use for: licence checks", "license: MIT");
    const reading = read(text);
    expect(reading.skill?.description).toBe("Use for: licence checks");
    expect(reading.fields?.license).toBe("MIT");
    expect(reading.diagnostics).toMatchObject([
      { severity: "warning", code: "ANTLER_SKILL_MENDED", position: { file: FILE, line: 3, column: 1 } },
    ]);
    const refused = strict(text);
    expect(refused.skill).toBeNull();
    expect(refused.diagnostics).toMatchObject([
      { severity: "error", code: "ANTLER_SKILL_FRONT_MATTER", position: { file: FILE, line: 3 } },
    ]);
    expect(refused.diagnostics[0]?.hint).toContain("in quotes");
  });

  it("an unquoted colon in a value of several lines, keeping the positions below it", () => {
    const text = front("name: demo", "description: Use for: a", "  and: b", "allowed-tools: [ls]");
    const { skill } = read(text);
    expect(skill?.description).toBe("Use for: a and: b");
    expect(skill?.sources.allowedTools).toEqual({ file: FILE, line: 5, column: 1 });
  });

  it("values that begin with a reserved character", () => {
    expect(read(front("name: demo", "description: @team writes this")).skill?.description).toBe("@team writes this");
  });

  it("SKP-016: a number as a name, as it is written; strict reading refuses it", () => {
    const text = front("name: 010", "description: d");
    expect(read(text).skill?.name).toBe("010");
    expect(codes(read(text))).toContain("ANTLER_SKILL_MENDED");
    expect(strict(text).skill).toBeNull();
  });

  it("SKL-14: a missing name becomes the folder's; without a folder there is no skill", () => {
    const text = front("description: d");
    const reading = readSkill(text, { file: "notes/SKILL.md" });
    expect(reading.skill?.name).toBe("notes");
    expect(codes(reading)).toEqual(["ANTLER_SKILL_MENDED"]);
    expect(readSkill(text, { file: "SKILL.md" })).toMatchObject({ skill: null });
    expect(strict(text)).toMatchObject({ skill: null, diagnostics: [{ code: "ANTLER_SKILL_NAME" }] });
  });

  it("SKP-018: skill.md in small letters; strict reading does not take it", () => {
    const options = { file: "/skills/demo/skill.md" };
    expect(readSkill(skillText("demo"), options)).toMatchObject({
      skill: { name: "demo" },
      diagnostics: [{ severity: "warning", code: "ANTLER_SKILL_FILE_NAME" }],
    });
    expect(readSkill(skillText("demo"), { ...options, reading: "strict" }).skill).toBeNull();
    expect(readSkill(skillText("demo"), { file: "/skills/demo/README.md" }).skill).toBeNull();
  });
});

describe("allowed-tools", () => {
  const tools = (line: string): unknown => read(skillText("demo", [line])).skill?.allowedTools;

  it("SKL-09, SKP-024: a comma-separated string is a list; strict reading rejects the skill", () => {
    expect(tools("allowed-tools: bash, read_file")).toEqual(["bash", "read_file"]);
    expect(strict(skillText("demo", ["allowed-tools: bash, read_file"]))).toMatchObject({
      skill: null,
      diagnostics: [{ code: "ANTLER_SKILL_TOOLS", position: { line: 4 } }],
    });
  });

  it("SKL-10: a blank-separated string is a list", () => {
    expect(tools("allowed-tools: bash read_file glob")).toEqual(["bash", "read_file", "glob"]);
  });

  it("a pattern in parentheses is one entry, blanks and commas included", () => {
    expect(tools("allowed-tools: Bash(git add:*), Bash(npm run a, b) Read")).toEqual([
      "Bash(git add:*)",
      "Bash(npm run a, b)",
      "Read",
    ]);
  });

  it("SKL-13: absent is unrestricted, [] and an empty string are none, blank is absent with a warning", () => {
    expect(read(skillText("demo")).skill?.allowedTools).toBe("all");
    expect(tools("allowed-tools: []")).toEqual([]);
    expect(tools("allowed-tools: ''")).toEqual([]);
    const blank = read(skillText("demo", ["allowed-tools:"]));
    expect(blank.skill?.allowedTools).toBe("all");
    expect(blank.diagnostics).toMatchObject([{ severity: "warning", code: "ANTLER_SKILL_TOOLS_BLANK" }]);
  });

  it("SKP-029: with a `*` are kept as they are, each with a warning at its place, unless it stands in parentheses", () => {
    const list = read(front("name: demo", "description: d", "allowed-tools: [ls, mail_*, Bash(git:*)]"));
    expect(list.skill?.allowedTools).toEqual(["ls", "mail_*", "Bash(git:*)"]);
    expect(list.diagnostics).toEqual([
      {
        severity: "warning",
        code: "ANTLER_SKILL_TOOLS_PATTERN",
        message: '"mail_*" in allowed-tools matches no tool: `*` stands for itself there',
        hint: "Name the tools one by one.",
        position: { file: FILE, line: 4, column: 21 },
      },
    ]);
    const text = read(front("name: demo", "description: d", "allowed-tools: ls *"));
    expect(text.skill?.allowedTools).toEqual(["ls", "*"]);
    expect(text.diagnostics).toMatchObject([
      { code: "ANTLER_SKILL_TOOLS_PATTERN", position: { file: FILE, line: 4, column: 16 } },
    ]);
    expect(read(front("name: demo", "description: d", "disallowed-tools: [mail_*]")).diagnostics).toEqual([]);
  });

  it.each(["allowed-tools: {bash: true}", "allowed-tools: [bash, 3]", "allowed-tools: 7", "disallowed-tools: [[a]]"])(
    "%s makes the skill unusable, never unrestricted",
    (line) => {
      expect(read(skillText("demo", [line]))).toMatchObject({
        skill: null,
        diagnostics: [{ severity: "error", code: "ANTLER_SKILL_TOOLS", position: { line: 4 } }],
      });
    },
  );

  it("remembers where each list stands", () => {
    const { skill } = read(skillText("demo", ["license: MIT", "allowed-tools: [ls]", "disallowed-tools: bash"]));
    expect(skill?.sources).toEqual({
      allowedTools: { file: FILE, line: 5, column: 1 },
      disallowedTools: { file: FILE, line: 6, column: 1 },
    });
    expect(skill?.disallowedTools).toEqual(["bash"]);
  });

  it("SKP-028: a misspelt field has no effect and is named with the right one", () => {
    const reading = read(skillText("demo", ["allowed_tools: [ls]"]));
    expect(reading.skill?.allowedTools).toBe("all");
    expect(reading.diagnostics).toMatchObject([
      { severity: "warning", code: "ANTLER_SKILL_FIELD_UNKNOWN", hint: "Did you mean allowed-tools?" },
    ]);
  });
});

describe("what cannot be used says why", () => {
  it.each([
    ["no front matter", "Just text"],
    ["an open front matter", "---\nname: a\ndescription: b\n"],
    ["a list", "---\n- a\n---\n"],
    ["a plain text", "---\nhello\n---\n"],
    ["an empty front matter", "---\n---\n"],
    ["duplicate keys", "---\nname: a\nname: b\ndescription: d\n---\n"],
    ["a tab as indentation", "---\nname: a\nmetadata:\n\tx: 1\ndescription: d\n---\n"],
  ])("%s", (_what, text) => {
    expect(read(text)).toMatchObject({ skill: null, diagnostics: [{ code: "ANTLER_SKILL_FRONT_MATTER" }] });
  });

  it("names that could leave a folder or break a line", () => {
    for (const name of ["../charts", "a/b", "a\\\\b", "..", "a\\nb", "a\\u2028b"])
      expect(read(front(`name: "${name}"`, "description: d"))).toMatchObject({ skill: null });
  });

  it("a missing or blank description", () => {
    for (const line of ["license: MIT", "description:", "description: '  '", "description: [a]"])
      expect(codes(read(front("name: demo", line)))).toContain("ANTLER_SKILL_DESCRIPTION");
  });

  it("front matter beyond its limit", () => {
    expect(codes(read(front("name: demo", `description: ${"x".repeat(40_000)}`)))).toEqual([
      "ANTLER_SKILL_FRONT_MATTER",
    ]);
  });

  it("nesting that exhausts a parser", () => {
    expect(read(front("name: demo", `metadata: ${"[".repeat(10_000)}`)).skill).toBeNull();
  });

  it("an alias bomb costs nothing and does not hide the skill", () => {
    const bomb = ["a: &a [x, x, x, x, x, x, x, x, x]"];
    for (const [one, two] of ["ab", "bc", "cd", "de", "ef", "fg", "gh"].map((pair) => [...pair]))
      bomb.push(`${two}: &${two} [${Array(9).fill(`*${one}`).join(", ")}]`);
    expect(read(skillText("demo", bomb)).skill?.name).toBe("demo");
  });

  it("SKP-020: a tag constructs nothing", () => {
    const reading = read(front("name: demo", "description: !!python/object/apply:os.system ['x']"));
    expect(reading.skill).toBeNull();
    expect(read(front("name: demo", "description: !!js/function 'return 1'")).skill?.description).toBe("return 1");
  });
});

describe("bytes that are not UTF-8", () => {
  const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");

  it("in the body cost the body and keep the restrictions", () => {
    const reading = read(latin1(skillText("demo", ["allowed-tools: [ls]"], "caf\u00e9")));
    expect(reading.skill).toMatchObject({ body: null, allowedTools: ["ls"] });
    expect(reading.diagnostics).toMatchObject([
      { severity: "error", code: "ANTLER_SKILL_ENCODING", position: { line: 6, column: 4 } },
    ]);
  });

  it("make the skill unusable in the strict reading", () => {
    const bytes = latin1(skillText("demo", [], "caf\u00e9"));
    expect(readSkill(bytes, { file: FILE, reading: "strict" }).skill).toBeNull();
  });

  it("in the front matter make the skill unusable", () => {
    const reading = read(latin1(front("name: demo", "description: caf\u00e9")));
    expect(reading).toMatchObject({ skill: null, diagnostics: [{ code: "ANTLER_SKILL_ENCODING" }] });
  });
});

describe("what other clients would refuse is a warning", () => {
  it("names and descriptions against the specification", () => {
    const cases = [
      [front("name: Tidal Charts", "description: d"), "ANTLER_SKILL_NAME_STYLE"],
      [front(`name: ${"a".repeat(65)}`, "description: d"), "ANTLER_SKILL_NAME_STYLE"],
      [front("name: demo", `description: ${"x".repeat(1100)}`), "ANTLER_SKILL_DESCRIPTION_STYLE"],
      [front("name: demo", "description: use <b>it</b>"), "ANTLER_SKILL_DESCRIPTION_STYLE"],
      [skillText("demo", ["colour: red"]), "ANTLER_SKILL_FIELD_UNKNOWN"],
      [skillText("demo", ["context: fork"]), "ANTLER_SKILL_FIELD_IGNORED"],
    ] as const;
    for (const [text, code] of cases) {
      expect(codes(read(text))).toContain(code);
      expect(read(text).skill).not.toBeNull();
    }
  });

  it("a name unlike its folder", () => {
    expect(readSkill(skillText("a"), { file: "b/SKILL.md" }).diagnostics[0]?.message).toContain(
      'differs from its folder "b"',
    );
  });
});
