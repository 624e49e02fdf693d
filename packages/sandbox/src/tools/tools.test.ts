import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentContext, Mount, Sandbox, ToolRuntime } from "@antler/plugin-api";
import { contextFixture } from "@antler/testing";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_TOOL_LIMITS } from "../config/sandbox-config.js";
import { createHostedSandboxes } from "../hosted/hosted-sandboxes.js";
import { localDefinition } from "../local/local-backend.js";
import { bashTool } from "./bash.js";
import { ReadMarks } from "./read-marks.js";
import { fileTools } from "./sandbox-tools.js";
import type { ToolContext } from "./tool-context.js";

const W = "/mnt/user-data/workspace";
let host: string;
let sandbox: Sandbox;
let context: ToolContext;
const lead: AgentContext = contextFixture();

beforeEach(async () => {
  host = mkdtempSync(join(tmpdir(), "antler-tools-"));
  for (const name of ["workspace", "uploads", "outputs"]) mkdirSync(join(host, name));
  const mount = (name: string): Mount => ({ target: `/mnt/user-data/${name}`, source: { host: join(host, name) } });
  const backend = createHostedSandboxes(join(host, "data")).hosted.define(
    localDefinition({ allowHostBash: true, envAllow: [] }),
  );
  sandbox = await backend.acquire({
    key: host,
    mounts: [mount("workspace"), { ...mount("uploads"), readOnly: true }, mount("outputs")],
    cwd: W,
    network: { mode: "host" },
  });
  context = {
    service: { open: async () => sandbox, shell: () => ({ available: true }) },
    limits: DEFAULT_TOOL_LIMITS,
    secrets: { DEPLOY_TOKEN: "s3cret-value-1234" },
    env: {},
    marks: new ReadMarks(),
  };
});

async function use(name: string, args: Record<string, unknown>, agent = lead, signal = new AbortController().signal) {
  const tool = [...fileTools(context), bashTool(context)].find((candidate) => candidate.name === name);
  const runtime: ToolRuntime = {
    context: agent,
    state: { messages: [], sandbox: sandbox.ref },
    callId: "call_1",
    signal,
  };
  const output = await tool?.run(args, runtime);
  return typeof output === "string" ? output : (output?.text ?? "");
}
const write = (name: string, text: string | Uint8Array): void => writeFileSync(join(host, "workspace", name), text);
const disk = (name: string): string => readFileSync(join(host, "workspace", name), "utf8");

describe("read_file", () => {
  it("SBX-22: one bound is enough, and bounds that make no sense are errors", async () => {
    write("f", `${Array.from({ length: 10 }, (_, index) => `l${index + 1}`).join("\n")}\n`);
    const read = (args: object) => use("read_file", { path: `${W}/f`, ...args });
    expect(await read({ start_line: 9 })).toBe("l9\nl10");
    expect(await read({ end_line: 2 })).toBe("l1\nl2");
    expect(await read({ start_line: 5, end_line: 2 })).toBe("Error: end_line 2 is before start_line 5.");
    expect(await read({ start_line: 0 })).toMatch(/^Error: start_line and end_line count from 1/);
    expect(await read({ start_line: 999 })).toBe("Error: start_line 999 is past the end: the file has 10 lines.");
    expect(await read({ start_line: 9, numbered: true })).toBe("9\tl9\n10\tl10");
  });
  it("SBX-11: dots inside a name are a name; a climb is refused with a tool error", async () => {
    mkdirSync(join(host, "workspace/app/[...slug]"), { recursive: true });
    write("app/[...slug]/page.tsx", "page");
    write("report..final.md", "report");
    expect(await use("read_file", { path: `${W}/app/[...slug]/page.tsx` })).toBe("page");
    expect(await use("read_file", { path: `${W}/report..final.md` })).toBe("report");
    expect(await use("read_file", { path: `${W}/../../etc/hostname` })).toMatch(/^Error: .*contains "\.\."/);
  });
  it("SBX-12: links out of the workspace are refused by every tool, links inside work", async () => {
    symlinkSync("/etc", join(host, "workspace/e"));
    write("real.txt", "inside");
    symlinkSync("real.txt", join(host, "workspace/link.txt"));
    for (const path of [`${W}/e/hostname`, `${W}/e/x`])
      expect(await use("read_file", { path })).toMatch(/^Error: Permission denied/);
    expect(await use("write_file", { path: `${W}/e/x`, content: "x" })).toMatch(/^Error: Permission denied/);
    expect(await use("ls", { path: `${W}/e` })).toMatch(/^Error: Permission denied/);
    expect(await use("glob", { path: `${W}/e`, pattern: "*" })).toMatch(/^Error: Permission denied/);
    expect(await use("grep", { path: `${W}/e`, pattern: "root" })).toMatch(/^Error: Permission denied/);
    expect(await use("ls", { path: W })).toBe(`${W}/link.txt\n${W}/real.txt`);
    expect(await use("read_file", { path: `${W}/link.txt` })).toBe("inside");
  });
  it("cuts on a character boundary and says how to see the rest", async () => {
    context = { ...context, limits: { ...DEFAULT_TOOL_LIMITS, readFileOutputMaxChars: 200 } };
    write("long", "😀".repeat(500));
    const text = await use("read_file", { path: `${W}/long` });
    expect(text.length).toBeLessThanOrEqual(200);
    expect(text).toMatch(/^(?:😀)+\n\.\.\. \[truncated: showing first \d+ of 1000 chars\. Use start_line/u);
  });
});

describe("write_file and str_replace", () => {
  it("SBX-14: an absolute path outside is refused and names no host file", async () => {
    expect(await use("write_file", { path: "/output.txt", content: "x" })).toBe(
      "Error: Permission denied writing to file: /output.txt",
    );
  });
  it("SBX-20: an empty search text changes nothing; a text that is not in an empty file is not found", async () => {
    write("f", "text");
    write("empty", "");
    expect(await use("str_replace", { path: `${W}/f`, old_str: "", new_str: "X" })).toBe("OK");
    expect(disk("f")).toBe("text");
    expect(await use("str_replace", { path: `${W}/empty`, old_str: "a", new_str: "b" })).toMatch(
      /^Error: String to replace not found/,
    );
  });
  it("keeps UTF-16 and a byte order mark, and takes line ends as the file has them", async () => {
    write("utf16", Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("a\r\nb\r\n", "utf16le")]));
    expect(await use("str_replace", { path: `${W}/utf16`, old_str: "a\nb", new_str: "c\nd" })).toBe("OK");
    expect(readFileSync(join(host, "workspace/utf16")).subarray(2).toString("utf16le")).toBe("c\r\nd\r\n");
    write("bom", "\ufeffx = 1\n");
    expect(await use("str_replace", { path: `${W}/bom`, old_str: "x", new_str: "y" })).toBe("OK");
    expect(disk("bom")).toBe("\ufeffy = 1\n");
  });
  it("does not overwrite what another agent changed since this one read it", async () => {
    const other = contextFixture();
    write("f", "one");
    await use("read_file", { path: `${W}/f` });
    expect(await use("write_file", { path: `${W}/f`, content: "theirs" }, other)).toBe("OK");
    expect(await use("write_file", { path: `${W}/f`, content: "mine" })).toMatch(
      /^Error: .* has changed since you read it/,
    );
    expect(disk("f")).toBe("theirs");
    await use("read_file", { path: `${W}/f` });
    expect(await use("write_file", { path: `${W}/f`, content: "mine" })).toBe("OK");
  });
  it("SBX-37: ten thousand edited files leave no locks behind", { timeout: 60_000 }, async () => {
    for (let index = 0; index < 10_000; index += 100) {
      const paths = Array.from({ length: 100 }, (_, offset) => `f${index + offset}`);
      for (const path of paths) write(path, "a");
      await Promise.all(paths.map((path) => use("str_replace", { path: `${W}/${path}`, old_str: "a", new_str: "b" })));
    }
    expect(context.marks.edits.size).toBe(0);
    expect(disk("f9999")).toBe("b");
  });
});

describe("ls, glob and grep", () => {
  it("SBX-27: a huge folder gives a bounded listing with a notice, in virtual paths", { timeout: 60_000 }, async () => {
    mkdirSync(join(host, "workspace/many"));
    for (let index = 0; index < 50_000; index++) write(`many/${index}`, "");
    const text = await use("ls", { path: `${W}/many` });
    expect(text.length).toBeLessThanOrEqual(DEFAULT_TOOL_LIMITS.lsOutputMaxChars);
    expect(text).toContain("[truncated: ");
    expect(text.includes(host)).toBe(false);
  });
  it("SBX-28: grep takes one file, skips binary ones, and answers a broken pattern with text", async () => {
    write("notes.txt", "call foo(1)\n");
    write("p.png", Buffer.concat([Buffer.from([0x89, 0x50, 0, 0xff]), Buffer.from("foo(1)")]));
    expect(await use("grep", { pattern: "foo(", path: `${W}/notes.txt` })).toMatch(/^Error: Invalid regex pattern/);
    expect(await use("grep", { pattern: "foo(", literal: true })).toBe(
      `Found 1 matches under ${W}\n${W}/notes.txt:1: call foo(1)`,
    );
  });
  it("SBX-096: names are never run", async () => {
    const name = "$(touch pwned)`touch pwned`;touch pwned";
    write(name, "a");
    for (const tool of ["ls", "glob", "grep"])
      expect(await use(tool, { path: W, pattern: tool === "grep" ? "a" : "*" })).toContain(name);
    expect(await use("read_file", { path: `${W}/${name}` })).toBe("a");
    expect(await use("str_replace", { path: `${W}/${name}`, old_str: "a", new_str: "b" })).toBe("OK");
    expect(await use("ls", { path: W })).toBe(`${W}/${name}`);
  });
  it("shows the folders above the mounts", async () => {
    expect(await use("ls", { path: "/mnt/user-data" })).toBe(
      ["outputs", "uploads", "workspace"].map((name) => `/mnt/user-data/${name}/`).join("\n"),
    );
  });
});

describe("bash", () => {
  it("SBX-01: a process in the background does not hold the call, and ends with it", async () => {
    expect(await use("bash", { command: "sleep 600 & echo hi" })).toBe("hi\n");
  });
  it("SBX-02, SBF-041: a timeout ends the whole group and keeps what was printed", async () => {
    const text = await use("bash", { command: "echo before; (sleep 5; touch leaked) & wait", timeout: 1 });
    expect(text).toMatch(/^before\n\nCommand timed out after 1 second and was terminated\./);
    await expect(sandbox.fs.stat(`${W}/leaked`)).rejects.toMatchObject({ reason: "not_found" });
  });
  it("SBX-04, SBF-043: reading the input ends at once", async () => {
    expect(await use("bash", { command: "cat" })).toBe("(no output)");
    expect(await use("bash", { command: "read x; echo got:$x" })).toBe("got:\n");
  });
  it("SBX-05, SBF-044, SBX-31: endless output is bounded, keeps head and tail, and its file can be read", {
    timeout: 60_000,
  }, async () => {
    const before = process.memoryUsage().arrayBuffers;
    const text = await use("bash", { command: "echo BEGIN; yes 0123456789 | head -c 300000000; echo END" });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024);
    expect(text.startsWith("BEGIN\n")).toBe(true);
    expect(text).toMatch(/middle truncated: \d+ chars skipped/);
    expect(text).toContain("END\n");
    const path = /\[The output was 300000010 bytes. Its first 10485760 bytes are in (\S+):/.exec(text)?.[1] ?? "";
    expect(await use("read_file", { path, end_line: 2 })).toBe("BEGIN\n0123456789");
  });
  it("SBX-07: a character split between two chunks stays whole", async () => {
    expect(await use("bash", { command: "printf '\\342'; sleep 0.1; printf '\\200\\224'" })).toBe("\u2014");
  });
  it("makes control sequences and invalid bytes harmless", async () => {
    const text = await use("bash", { command: "printf '\\033]0;evil\\007\\033[2Ja\\rb\\302\\233\\061m\\377'" });
    expect(text).toBe("a\nb\ufffd");
  });
  it("SBX-25: knows nothing of our environment but an allowlist", async () => {
    process.env["ANTLER_TEST_API_KEY"] = "sk-canary-value";
    const names = (await use("bash", { command: "env" })).split("\n").map((line) => line.split("=")[0]);
    delete process.env["ANTLER_TEST_API_KEY"];
    expect(names).toContain("PATH");
    expect(names).toContain("HOME");
    expect(names).not.toContain("ANTLER_TEST_API_KEY");
  });
  it("ENV-013, ENV-015: gives a secret to the call that names it, masks it in output and files, and never shows it in the command", async () => {
    expect(await use("bash", { command: "echo [$DEPLOY_TOKEN]" })).toBe("[]\n");
    expect(
      await use("bash", {
        command: "echo [$DEPLOY_TOKEN]; tr '\\0' ' ' < /proc/$$/cmdline | grep -c 's3c'ret-value",
        secrets: ["DEPLOY_TOKEN"],
      }),
    ).toBe("[[redacted]]\n0\n\nExit Code: 1");
    context = { ...context, limits: { ...DEFAULT_TOOL_LIMITS, bashOutputMaxChars: 300 } };
    const text = await use("bash", {
      command: "for i in $(seq 100); do echo $DEPLOY_TOKEN; done",
      secrets: ["DEPLOY_TOKEN"],
    });
    expect(text.includes("s3cret")).toBe(false);
    expect(readFileSync(join(host, "outputs/.tool-results/bash-call_1.txt"), "utf8").includes("s3cret")).toBe(false);
    expect(await use("bash", { command: "true", secrets: ["NONE"] })).toBe(
      "Error: There is no secret NONE. Known: DEPLOY_TOKEN.",
    );
  });
  it("ends when the agent is cancelled", async () => {
    const abort = new AbortController();
    const running = use("bash", { command: "touch started; sleep 30" }, lead, abort.signal);
    const waited = (async () => {
      while (
        !(await sandbox.fs.stat(`${W}/started`).then(
          () => true,
          () => false,
        ))
      )
        await new Promise((resolve) => setTimeout(resolve, 5));
      abort.abort();
    })();
    await expect(running).rejects.toMatchObject({ reason: "aborted" });
    await waited;
  });
});
