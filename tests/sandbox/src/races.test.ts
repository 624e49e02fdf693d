import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentContext, PlainTool, Sandbox, ToolRuntime } from "@antler/plugin-api";
import { isSandboxError } from "@antler/plugin-api";
import { bashTool, DEFAULT_TOOL_LIMITS, fileTools, ReadMarks } from "@antler/sandbox";
import { describe, expect, it } from "vitest";
import { makeBackend, makeSpec, newFolder, WORKSPACE } from "./backends.js";

describe("files under attack", () => {
  it("SBX-044, SBX-12: 20,000 reads against an attacker that swaps files and folders for links give the secret not once", {
    timeout: 240_000,
  }, async () => {
    const { sandbox, host, secrets, attacker } = await underAttack();
    const counts = { harmless: 0, refused: 0, leaked: 0 };
    try {
      const paths = ["name", "folder/secret.txt"].map((name) => `${WORKSPACE}/${name}`);
      for (let batch = 0; batch < 20_000 / 40; batch++)
        await Promise.all(
          Array.from({ length: 40 }, async (_, index) => {
            try {
              const { data } = await sandbox.fs.readFile(paths[index % 2] ?? "");
              const text = Buffer.from(data).toString("utf8");
              counts[text.includes("SECRET") ? "leaked" : "harmless"]++;
            } catch (error) {
              if (!isSandboxError(error)) throw error;
              counts.refused++;
            }
          }),
        );
    } finally {
      attacker.kill("SIGKILL");
    }
    expect(counts.leaked).toBe(0);
    expect(counts.harmless + counts.refused).toBe(20_000);
    expect(Math.min(counts.harmless, counts.refused)).toBeGreaterThan(100);
    expect(readFileSync(join(secrets, "secret.txt"), "utf8")).toBe("SECRET");
    expect(host).toContain("threads");
  });
  it("writes against the same attacker never land outside", { timeout: 120_000 }, async () => {
    const { sandbox, secrets, attacker } = await underAttack();
    try {
      for (let batch = 0; batch < 100; batch++)
        await Promise.all(
          ["name", "folder/secret.txt", "folder/planted.txt"].map((name) =>
            sandbox.fs.writeFile(`${WORKSPACE}/${name}`, "written").catch((error: unknown) => {
              if (!isSandboxError(error)) throw error;
            }),
          ),
        );
    } finally {
      attacker.kill("SIGKILL");
    }
    expect(attacker.exitCode).toBe(null);
    expect(readFileSync(join(secrets, "secret.txt"), "utf8")).toBe("SECRET");
    expect(() => readFileSync(join(secrets, "planted.txt"))).toThrow();
  });
  it("grep and glob against the same attacker show nothing from outside", { timeout: 120_000 }, async () => {
    const { sandbox, attacker } = await underAttack();
    try {
      for (let round = 0; round < 60; round++) {
        const found = await sandbox.fs.grep({ pattern: "SECRET|harmless", path: WORKSPACE });
        expect(found.items.filter(({ text }) => text.includes("SECRET"))).toEqual([]);
        const { items } = await sandbox.fs.glob("**/*", { cwd: WORKSPACE });
        expect(items.filter((path) => path.endsWith("only-outside.txt"))).toEqual([]);
      }
    } finally {
      attacker.kill("SIGKILL");
    }
  });
});

describe("agents editing one file", () => {
  it("SBX-23, SBF-022: two agents make 1,000 edits each, and every one is in the file", {
    timeout: 240_000,
  }, async () => {
    const { sandbox, host } = await quiet();
    const edits = 1000;
    const lines = Array.from({ length: 2 * edits }, (_, index) => `line ${index} open`);
    writeFileSync(join(host, "workspace", "shared.txt"), `${lines.join("\n")}\n`);
    const tool = toolsOf(sandbox).find(({ name }) => name === "str_replace");
    const agent = async (first: number): Promise<void> => {
      const context = {} as AgentContext;
      for (let index = first; index < lines.length; index += 2) {
        const args = {
          path: `${WORKSPACE}/shared.txt`,
          old_str: `line ${index} open\n`,
          new_str: `line ${index} done\n`,
        };
        expect(await tool?.run(args, runtimeOf(sandbox, context))).toBe("OK");
      }
    };
    await Promise.all([agent(0), agent(1)]);
    const text = readFileSync(join(host, "workspace", "shared.txt"), "utf8");
    expect(text).toBe(`${lines.map((line) => line.replace("open", "done")).join("\n")}\n`);
  });
});

describe("processes editing one file", () => {
  it("two that attach by one reference make 500 edits each, and every one is in the file", {
    timeout: 240_000,
  }, async () => {
    const { sandbox, host, dataDir } = await quiet();
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index} open`);
    const file = join(host, "workspace", "shared.txt");
    writeFileSync(file, `${lines.join("\n")}\n`);
    const script = fileURLToPath(new URL("./edit-lines.mjs", import.meta.url));
    const editors = [0, 500].map((first) =>
      spawn(
        process.execPath,
        // The second one keeps its own things elsewhere.
        [
          script,
          "local",
          first === 0 ? dataDir : newFolder(),
          JSON.stringify(sandbox.ref),
          String(first),
          String(first + 500),
        ],
        {
          stdio: ["pipe", "pipe", "inherit"],
        },
      ),
    );
    await Promise.all(editors.map(({ stdout }) => once(stdout, "data")));
    const codes = editors.map(async (editor) => (await once(editor, "exit"))[0]);
    for (const { stdin } of editors) stdin.write("go\n");
    expect(await Promise.all(codes)).toEqual([0, 0]);
    expect(readFileSync(file, "utf8")).toBe(`${lines.map((line) => line.replace("open", "done")).join("\n")}\n`);
    expect(readdirSync(join(dataDir, "locks"))).toEqual([]);
  });
});

async function quiet(): Promise<{ readonly sandbox: Sandbox; readonly host: string; readonly dataDir: string }> {
  const dataDir = newFolder();
  const spec = makeSpec("local", dataDir, "race");
  return { sandbox: await makeBackend("local", dataDir).acquire(spec), host: spec.host, dataDir };
}

async function underAttack(): Promise<{
  readonly sandbox: Sandbox;
  readonly host: string;
  readonly secrets: string;
  readonly attacker: ReturnType<typeof spawn>;
}> {
  const { sandbox, host, dataDir } = await quiet();
  const secrets = join(dataDir, "secrets");
  mkdirSync(secrets);
  writeFileSync(join(secrets, "secret.txt"), "SECRET");
  writeFileSync(join(secrets, "only-outside.txt"), "SECRET");
  mkdirSync(join(host, "workspace", "folder"));
  writeFileSync(join(host, "workspace", "folder", "secret.txt"), "harmless");
  const script = fileURLToPath(new URL("./swap-forever.mjs", import.meta.url));
  const attacker = spawn(process.execPath, [script, join(host, "workspace"), secrets], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(attacker.stdout ?? attacker, "data");
  return { sandbox, host, secrets, attacker };
}

function toolsOf(sandbox: Sandbox): readonly PlainTool[] {
  const context = {
    service: { open: async () => sandbox, shell: () => ({ available: true as const }) },
    limits: DEFAULT_TOOL_LIMITS,
    secrets: {},
    env: {},
    marks: new ReadMarks(),
  };
  return [...fileTools(context), bashTool(context)];
}
function runtimeOf(sandbox: Sandbox, context: AgentContext): ToolRuntime {
  return {
    context,
    state: { messages: [], sandbox: sandbox.ref },
    callId: "call",
    signal: new AbortController().signal,
  };
}
