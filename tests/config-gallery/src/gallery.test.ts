import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import { type Io, main } from "@antler/cli";
import { expect, it } from "vitest";

/**
 * Each file of `cases/` is a sentence, lines `env: NAME="value"`, the config, and what `antler config check` prints about
 * it, to the letter, with its exit code. `UPDATE_GALLERY=1` writes what is printed now; read the difference before keeping it.
 */
const FOLDER = fileURLToPath(new URL("../cases/", import.meta.url));
const CONFIG = "--- config.yaml\n";
const OUTPUT = "--- antler config check";

interface Case {
  readonly head: string;
  readonly env: Readonly<Record<string, string>>;
  readonly config: string;
  readonly expected: string;
}

function readCase(name: string): Case {
  const text = readFileSync(join(FOLDER, name), "utf8");
  const [head = "", rest = ""] = text.split(CONFIG);
  const end = rest.lastIndexOf(OUTPUT);
  const env = [...head.matchAll(/^env: (\w+)=(".*")$/gm)].map(([, key, value]) => [key, JSON.parse(value ?? '""')]);
  return { head, env: Object.fromEntries(env), config: rest.slice(0, end), expected: rest.slice(end) };
}

async function check({ config, env }: Case): Promise<string> {
  const cwd = mkdtempSync(join(tmpdir(), "antler-gallery-"));
  writeFileSync(join(cwd, "config.yaml"), config);
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const io: Io = {
    stdout,
    stderr,
    stdin: new PassThrough(),
    env: { HOME: cwd, ...env },
    cwd,
    onInterrupt: () => () => {},
    exit: () => {},
  };
  const code = await main(["config", "check"], io);
  const printed = `${stdout.read() ?? ""}${stderr.read() ?? ""}`;
  return `${OUTPUT} (exit ${code})\n${printed.replaceAll(cwd, "DIR")}`;
}

const names = readdirSync(FOLDER).filter((name) => name.endsWith(".txt"));

it("has at least 60 cases", () => {
  expect(names.length).toBeGreaterThanOrEqual(60);
});

const cases = names
  .map((name) => ({ name, ...readCase(name) }))
  .map((one) => ({ ...one, what: one.head.split("\n")[0] }));

it.each(cases)("$name: $what", async ({ name, ...one }) => {
  const printed = await check(one);
  if (process.env["UPDATE_GALLERY"] === "1")
    writeFileSync(join(FOLDER, name), `${one.head}${CONFIG}${one.config}${printed}`);
  else expect(printed).toBe(one.expected);
});
