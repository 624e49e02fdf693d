import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { antler, folderOf, HELLO } from "./test-io.js";

const BROKEN = `${HELLO}subagents:\n  max_runing: 2\nfrobnicate: 1\n`;

it("tells problems as JSON: severity, code, message, hint, place and frame", async () => {
  const cwd = folderOf({ "config.yaml": BROKEN });
  const { code, out, err } = await antler(cwd, ["config", "check", "--json"]);
  expect({ code, err }).toEqual({ code: 1, err: "" });
  expect(JSON.parse(out)).toEqual([
    {
      severity: "error",
      code: "ANTLER_CONFIG_KEY_UNKNOWN",
      message: "unknown key `subagents.max_runing`",
      hint: "Did you mean `max_running`?",
      file: join(cwd, "config.yaml"),
      line: 4,
      column: 3,
      frame: "  3 | subagents:\n> 4 |   max_runing: 2\n    |   ^\n  5 | frobnicate: 1",
    },
    expect.objectContaining({ severity: "warning", code: "ANTLER_CONFIG_SECTION_UNKNOWN", line: 5, column: 1 }),
  ]);
  expect((await antler(cwd, ["config", "check", "--format", "json"])).out).toBe(out);
});

it("tells problems as annotations of a GitHub workflow", async () => {
  const { code, out } = await antler(folderOf({ "config.yaml": BROKEN }), ["config", "check", "--format", "github"]);
  expect(code).toBe(1);
  expect(out.split("\n")[0]).toBe(
    "::error file=config.yaml,line=4,col=3,title=ANTLER_CONFIG_KEY_UNKNOWN::unknown key `subagents.max_runing`. Did you mean `max_running`?",
  );
  expect(out.split("\n")[1]).toMatch(/^::warning file=config\.yaml,line=5,col=1,/);
});

it("checks the file that is named, from any folder", async () => {
  const cwd = folderOf({ "deploy/prod.yaml": HELLO });
  expect(await antler(cwd, ["config", "check", "deploy/prod.yaml"])).toMatchObject({
    code: 0,
    out: "deploy/prod.yaml: no problems\n",
  });
  expect((await antler("/", ["config", "check", join(cwd, "deploy/prod.yaml")])).code).toBe(0);
});

it.each([
  ["a file that does not exist", ["config", "check", "none.yaml"], /none\.yaml does not exist/],
  ["a folder", ["config", "check", "folder"], /folder is not a file/],
  ["an unknown format", ["config", "check", "--format", "xml"], /no format "xml"/],
  ["two files", ["config", "check", "a", "b"], /too many arguments/],
])("ends with 2 for %s", async (_what, args, words) => {
  const cwd = folderOf({ "config.yaml": HELLO });
  mkdirSync(join(cwd, "folder"));
  const { code, out, err } = await antler(cwd, args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(words);
});

it("shows help of each command with exit code 0", async () => {
  const cwd = folderOf({});
  for (const args of [["--help"], ["help", "run"], ["tools", "explain", "--help"], ["config", "--help"]]) {
    const { code, out, err } = await antler(cwd, args);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Usage: antler");
  }
});

it("says what to type when a command is missing", async () => {
  for (const args of [[], ["config"], ["tools"]]) {
    const { code, out, err } = await antler(folderOf({}), args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: antler");
  }
});

it("ends with 2 when the file is not text in UTF-8, or not a file", async () => {
  const cwd = folderOf({ "config.yaml/x": "", "latin1.yaml": "" });
  writeFileSync(join(cwd, "latin1.yaml"), Buffer.from("models: # gew\xfcnscht\n", "latin1"));
  const latin1 = await antler(cwd, ["config", "check", "latin1.yaml"]);
  expect(latin1).toMatchObject({ code: 2, out: "" });
  expect(latin1.err).toMatch(/latin1\.yaml: it is not a text in UTF-8\n {2}fix: Save it as UTF-8/);
  const folder = await antler(cwd, ["config", "check"]);
  expect(folder).toMatchObject({ code: 2, out: "" });
  expect(folder.err).toContain("config.yaml is not a file");
});
