import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { antler, folderOf, HELLO } from "./test-io.js";

const READER = `${HELLO}subagents:
  max_concurrent: 2
  custom_agents:
    reader:
      description: Reads.
      system_prompt: You read.
      tools: [read_file]
      max_turns: 10
`;
const wider = READER.replace("[read_file]", "[read_file, write_file]").replace("max_turns: 10", "max_turns: 20");

it("locks what each agent may do, and passes while nothing changes", async () => {
  const cwd = folderOf({ "config.yaml": READER });
  expect(await antler(cwd, ["lock"])).toMatchObject({ code: 0, err: "" });
  const locked = JSON.parse(readFileSync(join(cwd, "antler.lock.json"), "utf8")) as Record<string, unknown>;
  expect(locked).toMatchObject({
    version: 1,
    agents: { reader: { tools: ["read_file"], max_turns: 10, model: "main" } },
    settings: { "subagents.max_concurrent": 2, "sandbox.network": "none" },
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await antler(cwd, ["lock", "--check"])).code).toBe(0);
});

it("fails with 3 when an edit widens an agent, and says what grew and by which rule", async () => {
  const cwd = folderOf({ "config.yaml": READER });
  await antler(cwd, ["lock"]);
  writeFileSync(join(cwd, "config.yaml"), wider);
  const { code, out } = await antler(cwd, ["lock", "--check"]);
  expect(code).toBe(3);
  expect(out).toContain("grown    reader: tools + write_file (rule at config.yaml:9:14)\n");
  expect(out).toContain("grown    reader: max_turns 10 -> 20 (rule at config.yaml:10:18)\n");
  const json = JSON.parse((await antler(cwd, ["lock", "--check", "--json"])).out) as { ok: boolean };
  expect(json.ok).toBe(false);
});

it("lets a narrowing edit pass with a note", async () => {
  const cwd = folderOf({ "config.yaml": wider });
  await antler(cwd, ["lock"]);
  const narrow = `${READER.replace("max_concurrent: 2", "max_concurrent: 1")}sandbox: { limits: { pids: 9 } }\n`;
  writeFileSync(join(cwd, "config.yaml"), narrow);
  const { code, out } = await antler(cwd, ["lock", "--check"]);
  expect(code).toBe(0);
  expect(out).toContain("narrowed reader: tools - write_file");
  expect(out).toContain("narrowed deployment: sandbox.limits.pids 256 -> 9");
  expect(out).toContain("narrowed deployment: subagents.max_concurrent 3 -> 1".replace("3", "2"));
});

it.each([
  [
    "a new agent",
    (text: string) => `${text}    writer: { description: Writes., system_prompt: You write. }\n`,
    /grown +writer: a new agent/,
  ],
  ["another model", (text: string) => text.replace("name: main", "name: other"), /grown +reader: model main -> other/],
  [
    "a wider network",
    (text: string) => `${text}sandbox: { network: host }\n`,
    /grown +deployment: sandbox.network none -> host \(rule at config\.yaml:11:21\)/,
  ],
  [
    "a higher limit",
    (text: string) => text.replace("max_concurrent: 2", "max_concurrent: 9"),
    /grown +deployment: subagents.max_concurrent 2 -> 9/,
  ],
  [
    "a higher limit of the sandbox",
    (text: string) => `${text}sandbox: { limits: { pids: 999 } }\n`,
    /grown +deployment: sandbox.limits.pids 256 -> 999 \(rule at config\.yaml:11:28\)/,
  ],
  [
    "a longer timeout for the built-in types",
    (text: string) => text.replace("max_concurrent: 2", "max_concurrent: 2\n  timeout_seconds: 9999"),
    /grown +bash: timeout_seconds 1800 -> 9999 \(rule at config\.yaml:5:20\)/,
  ],
  [
    "skills without force",
    (text: string) => `${text}skills: { allowed_tools: ignore }\n`,
    /grown +deployment: skills.allowed_tools restrict -> ignore/,
  ],
])("counts %s as growth", async (_what, edit, words) => {
  const cwd = folderOf({ "config.yaml": READER });
  await antler(cwd, ["lock"]);
  writeFileSync(join(cwd, "config.yaml"), edit(READER));
  const { code, out } = await antler(cwd, ["lock", "--check"]);
  expect(code).toBe(3);
  expect(out).toMatch(words);
});

it.each([
  ["missing", undefined, /does not exist/],
  ["not JSON", "{", /is not JSON/],
  ["of another version", '{"version": 7}', /not a lock file of this version/],
])("refuses a lock file that is %s with 2", async (_what, text, words) => {
  const cwd = folderOf({ "config.yaml": READER, ...(text === undefined ? {} : { "antler.lock.json": text }) });
  const { code, err } = await antler(cwd, ["lock", "--check"]);
  expect(code).toBe(2);
  expect(err).toMatch(words);
});

it("refuses a lock file that somebody has edited by hand", async () => {
  const cwd = folderOf({ "config.yaml": wider });
  await antler(cwd, ["lock"]);
  const file = join(cwd, "antler.lock.json");
  writeFileSync(file, readFileSync(file, "utf8").replace('"max_turns": 20', '"max_turns": 2000'));
  const { code, err } = await antler(cwd, ["lock", "--check"]);
  expect(code).toBe(2);
  expect(err).toContain("has been changed by hand");
});

it("compares two configs by values and by what each agent gets, with exit code 3", async () => {
  const cwd = folderOf({ "a.yaml": READER, "b.yaml": wider });
  const { code, out } = await antler(cwd, ["config", "diff", "a.yaml", "b.yaml"]);
  expect(code).toBe(3);
  expect(out).toContain("subagents.custom_agents.reader.max_turns: 10 -> 20\n");
  expect(out).toContain("grown    reader: tools + write_file\n");
  expect(await antler(cwd, ["config", "diff", "a.yaml", "a.yaml"])).toMatchObject({ code: 0, out: "no difference\n" });
});

it("composes a JSON Schema that accepts good configs and refuses bad ones, model providers included", async () => {
  const cwd = folderOf({ "config.yaml": READER });
  const { code, out } = await antler(cwd, ["config", "schema", "-o", "-"]);
  expect(code).toBe(0);
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(out) as object);
  const accepts = (text: string): boolean => validate(parse(text)) as boolean;
  expect(accepts(READER)).toBe(true);
  expect(accepts(`${HELLO}subagents:\n`)).toBe(true);
  expect(accepts(`${HELLO}subagents: { max_runing: 1 }\n`)).toBe(false);
  expect(accepts("models: [{ name: m, use: openai, model: x, api_base: y }]\n")).toBe(false);
  expect(accepts("models: [{ name: m, use: openai, model: x }]\n")).toBe(true);
});

it("writes schema and key reference to files", async () => {
  const cwd = folderOf({});
  expect(await antler(cwd, ["config", "schema", "--docs", "keys.md"])).toMatchObject({ code: 0, out: "" });
  expect(JSON.parse(readFileSync(join(cwd, "config.schema.json"), "utf8"))).toHaveProperty("properties.subagents");
  const page = readFileSync(join(cwd, "keys.md"), "utf8");
  expect(page).toContain("## `subagents`");
  expect(page).toContain("| `subagents.max_concurrent` | integer or null | `3` |");
  expect(page).toContain("`models[].base_url (use: openai)`");
});
