import type { TestRunner } from "./runner.js";
import { readText, reasonOf, runCommand, type SandboxStage } from "./sandbox-stage.js";

/** The part of the sandbox contract about commands. What a backend says it cannot do, it must refuse. */
export function sandboxCommandContract({ it, expect }: TestRunner, { within, subject }: SandboxStage): void {
  const running = (use: Parameters<SandboxStage["within"]>[0]): (() => Promise<void>) =>
    within(async (sandbox, backend) => {
      if (sandbox.capabilities.exec) return use(sandbox, backend);
      expect(await reasonOf(sandbox.spawn({ command: "true" }))).toBe("unsupported");
    });
  it(
    "runs a command and gives its output and exit code",
    running(async (sandbox) => {
      const result = await runCommand(sandbox, "echo out; echo err >&2; exit 3");
      expect([result.stdout, result.stderr, result.exitCode, result.reason]).toEqual(["out\n", "err\n", 3, "exit"]);
    }),
  );
  it(
    "takes an argument list without a shell in between",
    running(async (sandbox) => {
      const words = ["$(echo x)", "a b", "it's", "*", "\\"];
      expect((await runCommand(sandbox, ["printf", "%s|", ...words])).stdout).toBe(
        words.map((word) => `${word}|`).join(""),
      );
    }),
  );
  it(
    "starts in the working folder and sees the files that the file system sees",
    running(async (sandbox) => {
      await sandbox.fs.writeFile(`${sandbox.cwd}/seen.txt`, "seen");
      expect((await runCommand(sandbox, "cat seen.txt; printf made > made.txt")).stdout).toBe("seen");
      expect(await readText(sandbox, `${sandbox.cwd}/made.txt`)).toBe("made");
      if (sandbox.capabilities.paths !== "host")
        expect((await runCommand(sandbox, "pwd")).stdout).toBe(`${sandbox.cwd}\n`);
      await sandbox.fs.mkdir(`${sandbox.cwd}/below`);
      expect((await runCommand(sandbox, "pwd", { cwd: `${sandbox.cwd}/below` })).stdout.endsWith("/below\n")).toBe(
        true,
      );
    }),
  );
  it(
    "ends the input at once, unless it was given some",
    running(async (sandbox) => {
      expect((await runCommand(sandbox, "cat; echo end")).stdout).toBe("end\n");
      if (sandbox.capabilities.stdin)
        expect((await runCommand(sandbox, "cat", { stdin: "given ü" })).stdout).toBe("given ü");
    }),
  );
  it(
    "gives variables to one call only, and nothing of this process",
    running(async (sandbox) => {
      process.env["CONTRACT_API_KEY"] = "sk-contract-canary";
      try {
        expect((await runCommand(sandbox, 'echo "$ONCE"', { env: { ONCE: "a b'$c" } })).stdout).toBe("a b'$c\n");
        const seen = (await runCommand(sandbox, "env; echo $ONCE")).stdout;
        expect(seen.includes("sk-contract-canary")).toBe(false);
        expect(seen.includes("a b'$c")).toBe(false);
        expect(seen.includes("HOME=") && seen.includes("PATH=")).toBe(true);
      } finally {
        delete process.env["CONTRACT_API_KEY"];
      }
    }),
  );
  it(
    "refuses names of variables that are none, before anything runs",
    running(async (sandbox) => {
      for (const name of ["A B", "1A", "A=B", "", "A\n", "X;touch pwned;Y"])
        expect(await reasonOf(sandbox.spawn({ command: "touch ran", env: { [name]: "1" } }))).toBe("invalid_argument");
      expect(await reasonOf(sandbox.fs.stat(`${sandbox.cwd}/ran`))).toBe("not_found");
      expect((await runCommand(sandbox, "echo $Ab_1", { env: { Ab_1: "fine" } })).stdout).toBe("fine\n");
    }),
  );
  it(
    "refuses commands and folders that make no sense",
    running(async (sandbox) => {
      expect(await reasonOf(sandbox.spawn({ command: "" }))).toBe("invalid_argument");
      expect(await reasonOf(sandbox.spawn({ command: [] }))).toBe("invalid_argument");
      expect(await reasonOf(sandbox.spawn({ command: "a\0b" }))).toBe("invalid_argument");
      expect(await reasonOf(sandbox.spawn({ command: "true", cwd: "/etc" }))).toBe("permission_denied");
    }),
  );
  it(
    "ends a command at its timeout",
    running(async (sandbox) => {
      const result = await runCommand(sandbox, "sleep 30; echo late", { timeoutMs: 300 });
      expect([result.reason, result.stdout.includes("late")]).toEqual(["timeout", false]);
      expect(result.durationMs < 10_000).toBe(true);
    }),
  );
  it(
    "ends a command when its signal is aborted, and starts none that is aborted already",
    running(async (sandbox) => {
      const abort = new AbortController();
      const child = await sandbox.spawn({ command: "sleep 30", signal: abort.signal });
      abort.abort();
      expect((await child.exit).reason).toBe("abort");
      expect(await reasonOf(sandbox.spawn({ command: "true", signal: abort.signal }))).toBe("aborted");
    }),
  );
  it(
    "ends a command by kill, which settles only when it has ended",
    running(async (sandbox) => {
      const child = await sandbox.spawn({ command: "sleep 30" });
      let ended = false;
      void child.exit.then(() => {
        ended = true;
      });
      await child.kill();
      await Promise.resolve();
      expect(ended).toBe(true);
    }),
  );
  it(
    "keeps its bytes, binary ones too",
    running(async (sandbox) => {
      const child = await sandbox.spawn({ command: "printf '\\000\\001\\377\\376\\200abc'", timeoutMs: 20_000 });
      const data: Uint8Array[] = [];
      for await (const chunk of child.output) data.push(chunk.data);
      expect(Buffer.concat(data).toString("hex")).toBe("0001fffe80616263");
    }),
  );
  it(
    "ends by itself when nobody reads what it prints",
    running(async (sandbox) => {
      const child = await sandbox.spawn({ command: "seq 1 200000", timeoutMs: 20_000 });
      expect((await child.exit).reason).toBe("exit");
    }),
  );
  it(
    "keeps processes behind a call only where it says so, and ends them with the sandbox",
    running(async (sandbox, backend) => {
      const request = { command: "sleep 60", lifetime: "sandbox" } as const;
      if (!sandbox.capabilities.background) {
        expect(await reasonOf(sandbox.spawn(request))).toBe("unsupported");
        return;
      }
      const child = await sandbox.spawn(request);
      expect((await sandbox.processes()).map(({ id, command }) => [id, command])).toEqual([[child.id, "sleep 60"]]);
      expect((await sandbox.process(child.id)).id).toBe(child.id);
      if (sandbox.capabilities.attach !== "same-process") {
        const other = await subject.create();
        const attached = await other.attach(sandbox.ref);
        expect((await attached.processes()).map(({ id }) => id)).toEqual([child.id]);
        expect(["unsupported", "nothing was refused"]).toContain(await reasonOf(attached.process(child.id)));
        await other.dispose();
        expect((await sandbox.processes()).length).toBe(1);
      }
      await backend.release(sandbox.ref, "stop");
      expect((await child.exit).signal === null && (await child.exit).exitCode === 0).toBe(false);
    }),
  );
}
