import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { antler, folderOf } from "./test-io.js";

it("init --yes writes a config that checks without problems and runs at once", async () => {
  const cwd = folderOf({ "notes.txt": "n" });
  expect(await antler(cwd, ["init", "--yes"])).toMatchObject({ code: 0, err: "" });
  expect(await antler(cwd, ["config", "check"])).toMatchObject({ code: 0, out: "config.yaml: no problems\n" });
  const { code, out } = await antler(cwd, ["run", "What is in this folder?", "--workspace", ".", "-q"]);
  expect(code).toBe(0);
  expect(out).toContain("notes.txt");
});

it("init takes an endpoint from flags, asks no key of a local one, and keeps the key of others out of the file", async () => {
  const cwd = folderOf({});
  await antler(cwd, ["init", "local", "--base-url", "http://127.0.0.1:8080/v1", "--model", "m"]);
  await antler(cwd, ["init", "hosted", "--provider", "openai", "--model", "m"]);
  const local = readFileSync(join(cwd, "local/config.yaml"), "utf8");
  expect(local).toContain('base_url: "http://127.0.0.1:8080/v1"\n    api_key: none\n');
  expect(readFileSync(join(cwd, "hosted/config.yaml"), "utf8")).toContain("api_key: $OPENAI_API_KEY\n");
  expect((await antler(cwd, ["config", "check", "local/config.yaml"])).code).toBe(0);
});

it("init never waits where there is no terminal, and never overwrites without --force", async () => {
  const cwd = folderOf({});
  const asked = await antler(cwd, ["init"]);
  expect(asked.code).toBe(5);
  expect(asked.err).toContain("--yes");
  expect(existsSync(join(cwd, "config.yaml"))).toBe(false);
  writeFileSync(join(cwd, "config.yaml"), "mine: 1\n");
  expect((await antler(cwd, ["init", "--yes"])).code).toBe(2);
  expect(readFileSync(join(cwd, "config.yaml"), "utf8")).toBe("mine: 1\n");
  expect((await antler(cwd, ["init", "--yes", "--force"])).code).toBe(0);
});

it.each(["bash", "zsh", "fish"])("prints a completion script for %s", async (shell) => {
  const { code, out } = await antler(folderOf({}), ["completion", shell]);
  expect(code).toBe(0);
  expect(out).toContain("explain");
});

it("completes commands and options in bash", async () => {
  const folder = folderOf({ "other.yaml": "" });
  const { out } = await antler(folder, ["completion", "bash"]);
  const complete = (...words: string[]): string => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const script = `${out}\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _antler; echo "\${COMPREPLY[@]}"`;
    return spawnSync("bash", ["-c", script], { encoding: "utf8", cwd: folder }).stdout.trim();
  };
  expect(complete("antler", "sk")).toBe("skills");
  expect(complete("antler", "tools", "ex")).toBe("explain");
  expect(complete("antler", "run", "--work")).toBe("--workspace");
  expect(complete("antler", "config", "check", "-c", "")).toBe("other.yaml");
});

it("names the known shells when it is asked for another", async () => {
  const { code, err } = await antler(folderOf({}), ["completion", "bsh"]);
  expect(code).toBe(2);
  expect(err).toContain('Did you mean "bash"?');
});

it("doctor tells what is wrong with a config as a finding, with its fix", async () => {
  const cwd = folderOf({ "config.yaml": "models:\n  - { name: main, use: opnai }\n" });
  const { code, out } = await antler(cwd, ["doctor"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^ok +node: /m);
  expect(out).toMatch(/^failed +config: .*opnai.* at config\.yaml:2:24\n +fix: Did you mean "openai"/m);
});

it("skills check passes a good skill and fails a broken one with file, line and column", async () => {
  const cwd = folderOf({
    "good/SKILL.md": "---\nname: good\ndescription: Does good.\nallowed-tools: [ls]\n---\nBody.\n",
    "bad/SKILL.md": "no front matter\n",
  });
  expect((await antler(cwd, ["skills", "check", "good"])).code).toBe(0);
  const { code, out } = await antler(cwd, ["skills", "check", "good", "bad", "--json"]);
  expect(code).toBe(1);
  const { skills } = JSON.parse(out) as { skills: { name: string; ok: boolean; allowed_tools: string[] | null }[] };
  expect(skills.map(({ ok }) => ok)).toEqual([true, false]);
  expect(skills[0]).toMatchObject({ name: "good", allowed_tools: ["ls"] });
  const table = await antler(cwd, ["skills", "check", "bad"]);
  expect(table.out).toMatch(/^failed bad {2}bad\/SKILL\.md .*\n +bad\/SKILL\.md:\d+:\d+ error ANTLER_/m);
});
