import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentContext, Mount, PlainTool, Sandbox, ToolRuntime } from "@antler/plugin-api";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_TOOL_LIMITS } from "../config/sandbox-config.js";
import { createHostedSandboxes } from "../hosted/hosted-sandboxes.js";
import { localDefinition } from "../local/local-backend.js";
import { bashTool } from "./bash.js";
import { ReadMarks } from "./read-marks.js";
import { fileTools } from "./sandbox-tools.js";

let base: string;
let sandbox: Sandbox;
let tools: readonly PlainTool[];

async function run(name: string, args: Record<string, unknown>): Promise<string> {
  const tool = tools.find((candidate) => candidate.name === name);
  const runtime = {
    context: {} as AgentContext,
    state: { messages: [], sandbox: sandbox.ref },
    callId: "c1",
    signal: new AbortController().signal,
  } as ToolRuntime;
  const output = await tool?.run(args, runtime);
  return typeof output === "string" ? output : (output?.text ?? "");
}

beforeEach(async () => {
  base = mkdtempSync(join(tmpdir(), "antler-sandbox-"));
  for (const name of ["workspace", "uploads", "outputs"]) mkdirSync(join(base, name));
  const mounts: Mount[] = ["workspace", "uploads", "outputs"].map((name) => ({
    target: `/mnt/user-data/${name}`,
    source: { host: join(base, name) },
  }));
  const { hosted } = createHostedSandboxes(join(base, "data"));
  const backend = hosted.define(localDefinition({ allowHostBash: true, envAllow: [] }));
  sandbox = await backend.acquire({ key: "t", mounts, cwd: "/mnt/user-data/workspace", network: { mode: "host" } });
  const context = {
    service: { open: async () => sandbox, shell: () => ({ available: true as const }) },
    limits: DEFAULT_TOOL_LIMITS,
    secrets: {},
    env: {},
    marks: new ReadMarks(),
  };
  tools = [...fileTools(context), bashTool(context)];
});

const W = "/mnt/user-data/workspace";

describe("the file tools", () => {
  it("SBF-007: write creates folders, append adds", async () => {
    expect(await run("write_file", { path: `${W}/n/m/a.txt`, content: "x" })).toBe("OK");
    expect(await run("write_file", { path: `${W}/n/m/a.txt`, content: "y", append: true })).toBe("OK");
    expect(readFileSync(join(base, "workspace/n/m/a.txt"), "utf8")).toBe("xy");
    expect(await run("ls", { path: W })).toBe(`${W}/n/\n${W}/n/m/`);
    expect(await run("grep", { pattern: "XY" })).toBe(`Found 1 matches under ${W}\n${W}/n/m/a.txt:1: xy`);
    expect(await run("grep", { pattern: "XY", path: `${W}/n/m/a.txt` })).toContain("a.txt:1: xy");
    expect(await run("grep", { pattern: "(" })).toMatch(/^Error: Invalid regex pattern/);
    expect(await run("glob", { pattern: "*.txt" })).toBe(`Found 1 paths under ${W}\n1. ${W}/n/m/a.txt`);
    expect(await run("str_replace", { path: `${W}/n/m/a.txt`, old_str: "y", new_str: "$&" })).toBe("OK");
    expect(await run("read_file", { path: `${W}/n/m/a.txt` })).toBe("x$&");
    expect(await run("bash", { command: "echo out; echo err >&2" })).toBe("out\n\nStd Error:\nerr\n");
    expect(await run("bash", { command: "sleep 30 & echo a; exit 3" })).toBe("a\n\nExit Code: 3");
    expect(await run("read_file", { path: "/etc/group" })).toBe("Error: Permission denied reading file: /etc/group");
    symlinkSync("/etc", join(base, "workspace/e"));
    expect(await run("read_file", { path: `${W}/e/group` })).toContain("Permission denied");
    writeFileSync(join(base, "uploads/u"), "hi");
    symlinkSync(join(base, "uploads"), join(base, "workspace/in"));
    expect(await run("read_file", { path: `${W}/in/u` })).toBe("hi");
    expect(await run("bash", { command: "sleep 30", timeout: 1 })).toContain("timed out after 1 second");
  });
});
