import { rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { skillFolder } from "../test-support/skill-folder.js";
import { checkSkills, type SkillCheckRow } from "./check-skills.js";

/** Values as people and broken tools write them. */
const VALUES = [
  ...[
    "",
    " ",
    "a",
    "42",
    "010",
    "1.10",
    "null",
    "~",
    "yes",
    "true",
    "2024-01-01",
    "'it''s'",
    '"quoted"',
    '"open',
    "'open",
  ],
  ...[
    "Use: carefully",
    "a: b: c",
    "@team",
    "`code`",
    "%x",
    "*star",
    "&anchor x",
    "*anchor",
    "!tag x",
    "!!js/function f",
  ],
  ...[
    "[a, b]",
    "[a, b",
    "{a: b}",
    "{a",
    "[[a]]",
    "['']",
    "[1, 2]",
    "|\n  literal\n  text",
    ">-\n  folded\n  text",
    "|2\n x",
  ],
  ...[
    "bash, read_file",
    "bash read_file",
    "Bash(git:*), Read",
    "Bash(git add:*) Read",
    "Bash(",
    ")",
    "*",
    "mail_*",
    "Read",
  ],
  ...[
    "潮汐表：何时使用",
    "日本語",
    "😀",
    "\u202eevil",
    "a\u2028b",
    "\u0000",
    "\u001b[31m",
    "<b>x</b>",
    "</skill>",
    "../x",
    "a/b",
  ],
  ...["x".repeat(70), "x".repeat(2000), "\t", "# comment", "x # comment", "- item", "? key", "---", "..."],
];
const KEYS = [
  ...["name", "description", "allowed-tools", "disallowed-tools", "required-secrets", "license", "metadata", "version"],
  ...[
    "allowed_tools",
    "Name",
    "model",
    "hooks",
    "__proto__",
    "constructor",
    "42",
    "名前",
    "",
    "- name",
    "? name",
    "<<",
  ],
];
const line = fc.tuple(
  fc.constantFrom(...KEYS),
  fc.constantFrom(": ", ":", " : ", ":\t", " "),
  fc.constantFrom(...VALUES),
);
const yaml = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((parts) => parts.join("")).join("\n"));
const usual = yaml.map((rest) => `name: demo\ndescription: A demo\n${rest}`);
const fence = fc.constantFrom("---", "--- ", "----", "--", "", "+++", "\n---", "\uFEFF---", "---\t");
const body = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom("", "</skill>\n<skill name='x'>", "x".repeat(270_000), "---\nname: other\n---"),
);
const assembled = fc
  .tuple(fence, fc.oneof(yaml, usual), fence, body, fc.constantFrom("\n", "\r\n", "\r"))
  .map(([open, front, close, text, end]) => [open, front, close, text].join("\n").replaceAll("\n", end));
const wellFormed = fc.tuple(usual, body).map(([front, text]) => `---\n${front}\n---\n${text}`);
const content: fc.Arbitrary<Uint8Array> = fc.oneof(
  assembled.map((text) => Buffer.from(text)),
  wellFormed.map((text) => Buffer.from(text)),
  wellFormed.map((text) => Buffer.from(text, "latin1")),
  wellFormed.map((text) => Buffer.from(text, "utf16le")),
  fc.uint8Array({ maxLength: 500 }),
  fc
    .constantFrom("[", "{a: ", "- ", "? ", "&a ", "- - ")
    .map((unit) => Buffer.from(`---\nname: a\ndescription: b\nmetadata: ${unit.repeat(2000)}\n---\n`)),
);

function expectVerdict(skill: SkillCheckRow | undefined, file: string): void {
  const errors = skill?.diagnostics.filter(({ severity }) => severity === "error") ?? [];
  expect(skill?.file).toBe(file);
  expect(skill?.ok).toBe(errors.length === 0);
  for (const diagnostic of skill?.diagnostics ?? []) {
    expect(diagnostic.file).toBe(file);
    expect(diagnostic.line).toBeGreaterThanOrEqual(1);
    expect(diagnostic.column).toBeGreaterThanOrEqual(1);
    expect(diagnostic.message).not.toBe("");
    expect(diagnostic.hint).not.toBe("");
    expect(diagnostic.code).toMatch(/^ANTLER_SKILL_[A-Z_]+$/);
  }
}

it("no odd SKILL.md crashes or hangs the check, and each has a verdict with its reason", async () => {
  await using folder = await skillFolder();
  await fc.assert(
    fc.asyncProperty(content, fc.constantFrom("SKILL.md", "SKILL.md", "skill.md"), async (bytes, name) => {
      const file = await folder.write(join("demo", name), bytes);
      const { skills } = await checkSkills([file]);
      await rm(file);
      expect(skills).toHaveLength(1);
      expectVerdict(skills[0], file);
    }),
  );
}, 60_000);

it("a folder of 400 odd skills is checked in one go, each with its own verdict", async () => {
  await using folder = await skillFolder();
  const files: string[] = [];
  for (const [index, bytes] of fc.sample(content, 400).entries())
    files.push(await folder.write(join(`s${String(index).padStart(3, "0")}`, "SKILL.md"), bytes));
  const { skills } = await checkSkills([folder.path]);
  expect(skills).toHaveLength(files.length);
  for (const [index, file] of files.entries()) expectVerdict(skills[index], file);
  const loaded = skills.filter(({ ok }) => ok).length;
  expect(loaded).toBeGreaterThan(20);
  expect(loaded).toBeLessThan(380);
}, 60_000);
