import type { TestRunner } from "./runner.js";
import { readText, reasonOf, type SandboxStage } from "./sandbox-stage.js";

/** The part of the sandbox contract about files. */
export function sandboxFilesContract({ it, expect }: TestRunner, { within }: SandboxStage): void {
  it(
    "reads back what it wrote, bytes as they are, folders made on the way",
    within(async ({ fs, cwd }) => {
      const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
      await fs.writeFile(`${cwd}/a/b/c.bin`, bytes);
      expect([...(await fs.readFile(`${cwd}/a/b/c.bin`)).data]).toEqual([...bytes]);
      const part = await fs.readFile(`${cwd}/a/b/c.bin`, { offset: 10, length: 3 });
      expect([...part.data]).toEqual([10, 11, 12]);
      const info = await fs.stat(`${cwd}/a/b/c.bin`);
      expect([info.type, info.size]).toEqual(["file", 300]);
      expect((await fs.stat(`${cwd}/a/b`)).type).toBe("dir");
    }),
  );
  it(
    "creates, overwrites and appends, and says when a file is in the way",
    within(async (sandbox) => {
      const path = `${sandbox.cwd}/m.txt`;
      await sandbox.fs.writeFile(path, "one", { mode: "create" });
      expect(await reasonOf(sandbox.fs.writeFile(path, "two", { mode: "create" }))).toBe("exists");
      await sandbox.fs.writeFile(path, "+", { mode: "append" });
      expect(await readText(sandbox, path)).toBe("one+");
      await sandbox.fs.writeFile(path, "new");
      expect(await readText(sandbox, path)).toBe("new");
    }),
  );
  it(
    "answers a stale etag with conflict and leaves the file alone",
    within(async (sandbox) => {
      const path = `${sandbox.cwd}/e.txt`;
      await sandbox.fs.writeFile(path, "one");
      const { etag } = await sandbox.fs.readFile(path);
      const next = await sandbox.fs.writeFile(path, "two", { ifMatch: etag });
      expect(next.etag === etag).toBe(false);
      expect(await reasonOf(sandbox.fs.writeFile(path, "three", { ifMatch: etag }))).toBe("conflict");
      expect(await readText(sandbox, path)).toBe("two");
      await sandbox.fs.writeFile(path, "three", { ifMatch: next.etag });
      expect(await readText(sandbox, path)).toBe("three");
    }),
  );
  it(
    "loses no update of two editors that check their etags",
    within(async (sandbox) => {
      const path = `${sandbox.cwd}/count.txt`;
      await sandbox.fs.writeFile(path, "0");
      const add = async (): Promise<void> => {
        for (;;) {
          const { data, etag } = await sandbox.fs.readFile(path);
          const next = String(Number(new TextDecoder().decode(data)) + 1);
          if ((await reasonOf(sandbox.fs.writeFile(path, next, { ifMatch: etag }))) !== "conflict") return;
        }
      };
      const editor = async (): Promise<void> => {
        for (let edit = 0; edit < 25; edit++) await add();
      };
      await Promise.all([editor(), editor()]);
      expect(await readText(sandbox, path)).toBe("50");
    }),
  );
  it(
    "has typed reasons for what cannot be done",
    within(async ({ fs, cwd }) => {
      await fs.mkdir(`${cwd}/folder`);
      await fs.writeFile(`${cwd}/file`, "x");
      expect(await reasonOf(fs.readFile(`${cwd}/none`))).toBe("not_found");
      expect(await reasonOf(fs.readFile(`${cwd}/folder`))).toBe("is_directory");
      expect(await reasonOf(fs.writeFile(`${cwd}/folder`, "x"))).toBe("is_directory");
      expect(await reasonOf(fs.readFile(`${cwd}/file/below`))).toBe("not_directory");
      expect(await reasonOf(fs.list(`${cwd}/none`))).toBe("not_found");
      expect(await reasonOf(fs.list(`${cwd}/file`))).toBe("not_directory");
      expect(await reasonOf(fs.readFile(`${cwd}/file`, { maxBytes: 0 }))).toBe("too_large");
      expect(await reasonOf(fs.grep({ pattern: "(", path: cwd }))).toBe("invalid_argument");
    }),
  );
  it(
    "refuses every path that is not inside a mount",
    within(async ({ fs, cwd }) => {
      const outside = ["/etc/hostname", "relative", "", "~/x", `${cwd}/../..`, `${cwd}-sibling/x`, `${cwd}/a\0b`, "/"];
      for (const path of outside) {
        const reasons = [await reasonOf(fs.readFile(path)), await reasonOf(fs.writeFile(path, "x"))];
        for (const reason of reasons) expect(["permission_denied", "invalid_argument"]).toContain(reason);
      }
    }),
  );
  it(
    "takes names for names, whatever characters they have",
    within(async (sandbox) => {
      const names = ["-rf", "$(touch pwned)", "a\nb", "it's", "..b", "%2e%2e", "[...slug]", "ü 漢 😀"];
      for (const name of names) {
        await sandbox.fs.writeFile(`${sandbox.cwd}/${name}`, name);
        expect(await readText(sandbox, `${sandbox.cwd}/${name}`)).toBe(name);
      }
      const { items } = await sandbox.fs.list(sandbox.cwd);
      expect(items.map((item) => item.path).sort()).toEqual(names.map((name) => `${sandbox.cwd}/${name}`).sort());
    }),
  );
  it(
    "keeps a read-only mount as it is",
    within(async (sandbox) => {
      expect(await readText(sandbox, "/mnt/read-only/given.txt")).toBe("given");
      expect(await reasonOf(sandbox.fs.writeFile("/mnt/read-only/given.txt", "x"))).toBe("read_only");
      expect(await reasonOf(sandbox.fs.remove("/mnt/read-only/given.txt"))).toBe("read_only");
      if (sandbox.capabilities.paths === "host") return;
      const child = await sandbox.spawn({ command: "echo x > /mnt/read-only/given.txt", timeoutMs: 20_000 });
      expect((await child.exit).exitCode === 0).toBe(false);
      expect(await readText(sandbox, "/mnt/read-only/given.txt")).toBe("given");
    }),
  );
  it(
    "lists, finds and searches, within limits that it says when they bite",
    within(async ({ fs, cwd }) => {
      for (const name of ["a.ts", "src/b.ts", "src/deep/c.ts", "node_modules/d.ts"])
        await fs.writeFile(`${cwd}/${name}`, "Needle\nother\n");
      const listed = await fs.list(cwd, { depth: 2 });
      expect(listed.items.map((item) => item.path)).toEqual([
        `${cwd}/a.ts`,
        `${cwd}/src`,
        `${cwd}/src/b.ts`,
        `${cwd}/src/deep`,
      ]);
      expect((await fs.list(cwd, { depth: 2, limit: 1 })).truncated).toBe(true);
      expect((await fs.glob("*.ts", { cwd })).items).toEqual([
        `${cwd}/a.ts`,
        `${cwd}/src/b.ts`,
        `${cwd}/src/deep/c.ts`,
      ]);
      expect((await fs.glob("src/*.ts", { cwd })).items).toEqual([`${cwd}/src/b.ts`]);
      const found = await fs.grep({ pattern: "needle", ignoreCase: true, path: cwd });
      expect(found.items.map(({ path, line, text }) => `${path}:${line}:${text}`)).toEqual([
        `${cwd}/a.ts:1:Needle`,
        `${cwd}/src/b.ts:1:Needle`,
        `${cwd}/src/deep/c.ts:1:Needle`,
      ]);
      expect((await fs.grep({ pattern: "needle", path: cwd })).items).toEqual([]);
      const limited = await fs.grep({ pattern: "e", path: cwd, limit: 2 });
      expect([limited.items.length, limited.truncated]).toEqual([2, true]);
      expect((await fs.grep({ pattern: "Needle", path: cwd, includeIgnored: true })).items.length).toBe(4);
    }),
  );
  it(
    "removes files, and folders only when asked for all of them",
    within(async ({ fs, cwd }) => {
      await fs.writeFile(`${cwd}/d/e/f`, "x");
      expect(await reasonOf(fs.remove(`${cwd}/d`))).toBe("invalid_argument");
      await fs.remove(`${cwd}/d/e/f`);
      await fs.remove(`${cwd}/d`, { recursive: true });
      expect(await reasonOf(fs.stat(`${cwd}/d`))).toBe("not_found");
    }),
  );
}
