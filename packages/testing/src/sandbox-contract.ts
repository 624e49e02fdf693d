import type { TestRunner } from "./runner.js";
import { sandboxCommandContract } from "./sandbox-command-contract.js";
import { sandboxFilesContract } from "./sandbox-files-contract.js";
import { readText, reasonOf, type SandboxStage, type SandboxSubject } from "./sandbox-stage.js";

let keys = 0;

/**
 * What every sandbox backend must do, by what it says it can do: one that cannot run commands is tested for refusing them.
 * It needs a test runner and nothing else, so third parties can run it on their own.
 */
export function sandboxContract(runner: TestRunner, subject: SandboxSubject): void {
  const { describe, it, expect } = runner;
  const within: SandboxStage["within"] = (use) => async () => {
    const backend = await subject.create();
    const sandbox = await backend.acquire(await subject.spec(freshKey()));
    try {
      await use(sandbox, backend);
    } finally {
      await backend.release(sandbox.ref, "destroy");
      await backend.dispose();
    }
  };
  describe(`sandbox contract: ${subject.name}`, () => {
    it("is measured: the probe says that it works, and says the same again", async () => {
      const backend = await subject.create();
      const report = await backend.probe();
      expect(report.available).toBe(true);
      expect(await backend.probe()).toEqual(report);
      await backend.dispose();
    });
    it("gives one sandbox per key, however many ask at once", async () => {
      const backend = await subject.create();
      const key = freshKey();
      const spec = await subject.spec(key);
      const opened = await Promise.all(Array.from({ length: 8 }, () => backend.acquire(spec)));
      expect(new Set(opened.map((sandbox) => sandbox.ref.id)).size).toBe(1);
      expect(new Set(opened).size).toBe(1);
      const other = await backend.acquire(await subject.spec(freshKey()));
      expect(other.ref.id === opened[0]?.ref.id).toBe(false);
      await backend.dispose();
    });
    it("names a sandbox by plain JSON, which another process reaches the same files by", async () => {
      const [first, second] = [await subject.create(), await subject.create()];
      const spec = await subject.spec(freshKey());
      const sandbox = await first.acquire({ ...spec, env: { CONTRACT_SECRET: "hunter2hunter2" } });
      const text = JSON.stringify(sandbox.ref);
      expect(JSON.parse(text)).toEqual(sandbox.ref);
      expect(text.includes("hunter2hunter2")).toBe(false);
      await sandbox.fs.writeFile(`${sandbox.cwd}/shared.txt`, "one");
      if (sandbox.capabilities.attach !== "same-process") {
        const attached = await second.attach(JSON.parse(text));
        expect(await readText(attached, `${sandbox.cwd}/shared.txt`)).toBe("one");
        await attached.fs.writeFile(`${sandbox.cwd}/shared.txt`, "two");
        await second.release(attached.ref, "keep");
        expect(await readText(sandbox, `${sandbox.cwd}/shared.txt`)).toBe("two");
      }
      await first.release(sandbox.ref, "destroy");
      await Promise.all([first.dispose(), second.dispose()]);
    });
    it("is gone once it is destroyed, and keeps its files when it is stopped", async () => {
      const backend = await subject.create();
      const spec = await subject.spec(freshKey());
      const sandbox = await backend.acquire(spec);
      await sandbox.fs.writeFile(`${sandbox.cwd}/kept.txt`, "kept");
      await backend.release(sandbox.ref, "stop");
      const again = await backend.acquire(spec);
      expect(await readText(again, `${again.cwd}/kept.txt`)).toBe("kept");
      await backend.release(again.ref, "destroy");
      expect(await reasonOf(backend.attach(again.ref))).toBe("gone");
      await backend.dispose();
    });
    sandboxFilesContract(runner, { subject, within });
    sandboxCommandContract(runner, { subject, within });
  });
}

function freshKey(): string {
  return `contract-${process.pid}-${++keys}`;
}
