import type { ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { buildCommand, ended, printed, startCommand } from "./built-command.js";
import { folderOf } from "./test-io.js";

beforeAll(buildCommand, 120_000);

const started: ChildProcess[] = [];
function start(cwd: string, args: readonly string[]): ChildProcess {
  const child = startCommand(cwd, args);
  started.push(child);
  return child;
}
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** The lead delegates two commands that would run for ten minutes, each with a child in the background. */
const SLEEPY = `models:
  - name: main
    use: scripted
    rules:
      - name: work
        agent: { without_tools: [task] }
        turns:
          - calls: [{ tool: bash, args: { command: "echo $BASHPID > pid-{{ message }}; sleep 600 & sleep 600" } }]
          - text: done
      - name: lead
        turns:
          - calls:
              - { tool: task, args: { description: one, prompt: one, subagent_type: bash } }
              - { tool: task, args: { description: two, prompt: two, subagent_type: bash } }
          - text: all done
sandbox: { use: local, allow_host_bash: true }
`;

function groupsAlive(pids: readonly string[]): readonly string[] {
  return pids.filter((pid) => {
    try {
      process.kill(-Number(pid), 0);
      return true;
    } catch {
      return false;
    }
  });
}

it("prints no warning of Node when one message makes many calls", async () => {
  const calls = Array.from(
    { length: 14 },
    (_, n) => `{ tool: read_file, args: { path: /mnt/user-data/workspace/${n} } }`,
  );
  const cwd = folderOf({
    "config.yaml": `models:\n  - name: main\n    use: scripted\n    turns:\n      - calls: [${calls.join(", ")}]\n      - text: read\n`,
  });
  const child = start(cwd, ["run", "go"]);
  const end = ended(child);
  const told = await printed(child, "stderr", /run_finished/);
  expect(await end).toEqual({ code: 0, signal: null });
  expect(told.match(/tool_call /g)).toHaveLength(14);
  expect(told).not.toContain("Warning");
}, 60_000);

it("lives until a task times out whose tool does nothing any more", async () => {
  const cwd = folderOf({
    "deaf.mjs": `import { TOOL_PROVIDER } from "@antler/plugin-api";
export default { apiVersion: 1, id: "deaf", register: (host) => host.provide(TOOL_PROVIDER,
      { name: "deaf", list: () => [{ name: "deaf", group: "", description: "d", parameters: { type: "object" }, run: () => new Promise(() => {}) }] }) };`,
    "config.yaml": `plugins: [{ use: ./deaf.mjs }]
models:
  - name: main
    use: scripted
    rules:
      - agent: { without_tools: [task] }
        turns: [{ calls: [{ tool: deaf }] }, { text: never }]
      - turns:
          - calls: [{ tool: task, args: { description: one, prompt: one, subagent_type: general-purpose } }]
          - text: "{{ result.task }}"
subagents: { grace_seconds: 1, agents: { general-purpose: { timeout_seconds: 1 } } }
resilience: { tool_call_gate: { tool_timeout_seconds: 0 } }
`,
  });
  const child = start(cwd, ["run", "go"]);
  const end = ended(child);
  const told = await printed(child, "stdout", /timed out/);
  expect(told).toContain("Task timed out. Error: Execution timed out after 1 seconds");
  expect(await end).toEqual({ code: 0, signal: null });
}, 60_000);

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "on %s ends with %i and leaves no process of its subagents behind",
  async (signal, expected) => {
    const cwd = folderOf({ "config.yaml": SLEEPY });
    const workspace = mkdtempSync(join(tmpdir(), "antler-work-"));
    const child = start(cwd, ["run", "go", "--workspace", workspace]);
    const pids = await pidsIn(workspace);
    expect(groupsAlive(pids)).toEqual(pids);
    const end = ended(child);
    child.kill(signal);
    expect(await end).toEqual({ code: expected, signal: null });
    await vi.waitFor(() => expect(groupsAlive(pids)).toEqual([]), 2000);
  },
  60_000,
);

/** Waits until both commands have written their process ids. */
async function pidsIn(workspace: string): Promise<readonly string[]> {
  const read = (name: string): string => {
    const file = join(workspace, name);
    return existsSync(file) ? readFileSync(file, "utf8").trim() : "";
  };
  const pids = (): readonly string[] => ["pid-one", "pid-two"].map(read);
  if (pids().every((pid) => pid !== "")) return pids();
  for await (const _change of watch(workspace)) if (pids().every((pid) => pid !== "")) break;
  return pids();
}

it("ends quietly when the reader of its output has gone", async () => {
  const cwd = folderOf({
    "config.yaml": 'models:\n  - { name: main, use: scripted, turns: [{ text: "hi", delay_ms: 300 }] }\n',
  });
  const child = start(cwd, ["run", "go", "--json"]);
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  await printed(child, "stdout", /run_started/);
  const end = ended(child);
  child.stdout?.destroy();
  expect(await end).toEqual({ code: 141, signal: null });
  expect(err).toBe("");
}, 30_000);

it("prints its version and refuses an unknown option with 2", async () => {
  const cwd = folderOf({});
  const version = start(cwd, ["--version"]);
  expect(await printed(version, "stdout", /\n/)).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(await ended(start(cwd, ["--nope"]))).toEqual({ code: 2, signal: null });
}, 30_000);
