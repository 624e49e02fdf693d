import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Mount, SandboxFs } from "@antler/plugin-api";
import { beforeEach, describe, expect, it } from "vitest";
import { openMountedFs } from "./mounted-fs.js";
import { PathLocks } from "./path-locks.js";

let host: string;
let fs: SandboxFs;
let locks: PathLocks;

beforeEach(() => {
  host = mkdtempSync(join(tmpdir(), "antler-fs-"));
  for (const name of ["data", "ref", "outside"]) mkdirSync(join(host, name));
  writeFileSync(join(host, "ref/given.txt"), "given");
  writeFileSync(join(host, "outside/secret.txt"), "secret");
  const mounts: Mount[] = [
    { target: "/mnt/data", source: { host: join(host, "data") } },
    { target: "/mnt/data/ref", source: { host: join(host, "ref") }, readOnly: true },
    { target: "/mnt/ref", source: { host: join(host, "ref") }, readOnly: true },
  ];
  locks = new PathLocks();
  fs = openMountedFs(mounts, "/mnt/data", locks);
});
const text = async (path: string): Promise<string> => Buffer.from((await fs.readFile(path)).data).toString("utf8");

describe("the mounted file system", () => {
  it("SBX-036: does not write through a link that leads out", async () => {
    symlinkSync(join(host, "outside"), join(host, "data/escape"));
    await expect(fs.writeFile("/mnt/data/escape/v.txt", "x")).rejects.toMatchObject({ reason: "permission_denied" });
    expect(() => statSync(join(host, "outside/v.txt"))).toThrow();
  });
  it("SBX-037: names the virtual path when a mount is read-only", async () => {
    for (const mode of ["overwrite", "append"] as const)
      await expect(fs.writeFile("/mnt/ref/given.txt", "x", { mode })).rejects.toThrow(
        "Read-only file system: /mnt/ref/given.txt",
      );
  });
  it("SBX-038: does not write through a link from a writable into a read-only mount", async () => {
    symlinkSync(join(host, "ref"), join(host, "data/by-host"));
    symlinkSync("/mnt/ref", join(host, "data/by-name"));
    for (const name of ["by-host", "by-name"]) {
      expect(await text(`/mnt/data/${name}/given.txt`)).toBe("given");
      await expect(fs.writeFile(`/mnt/data/${name}/given.txt`, "x")).rejects.toThrow();
    }
    expect(readFileSync(join(host, "ref/given.txt"), "utf8")).toBe("given");
  });
  it("SBX-040: a listing shows neither a link that leads out nor what is behind it", async () => {
    symlinkSync(join(host, "outside"), join(host, "data/escape"));
    writeFileSync(join(host, "data/a"), "");
    expect((await fs.list("/mnt/data", { depth: 2 })).items.map(({ path }) => path)).toEqual(["/mnt/data/a"]);
    expect((await fs.glob("**/*", { cwd: "/mnt/data" })).items).toEqual(["/mnt/data/a"]);
    expect((await fs.grep({ pattern: "secret", path: "/mnt/data" })).items).toEqual([]);
  });
  it("SBX-041, SBX-09: knows no path outside its mounts, siblings with the same prefix included", async () => {
    mkdirSync(join(host, "data-old"));
    writeFileSync(join(host, "data-old/x"), "x");
    for (const path of ["/etc/hostname", "/mnt/data-old/x", join(host, "data/a")])
      await expect(fs.readFile(path)).rejects.toMatchObject({ reason: "permission_denied" });
  });
  it("SBX-042: the innermost mount wins", async () => {
    mkdirSync(join(host, "data/ref"));
    writeFileSync(join(host, "data/ref/given.txt"), "hidden below the mount");
    expect(await text("/mnt/data/ref/given.txt")).toBe("given");
  });
  it.skipIf(process.platform === "win32")("SBX-045: refuses FIFOs and devices without waiting for them", async () => {
    execFileSync("mkfifo", [join(host, "data/fifo")]);
    symlinkSync("/dev/zero", join(host, "data/zero"));
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        await expect(fs.readFile("/mnt/data/fifo")).rejects.toMatchObject({ reason: "not_regular_file" });
        await expect(fs.writeFile("/mnt/data/fifo", "x")).rejects.toMatchObject({ reason: "not_regular_file" });
        await expect(fs.readFile("/mnt/data/zero")).rejects.toMatchObject({ reason: "permission_denied" });
      }),
    );
    expect((await fs.stat("/mnt/data/fifo")).type).toBe("other");
  });
  it("refuses to write a file that has a second name", async () => {
    linkSync(join(host, "outside/secret.txt"), join(host, "data/hard"));
    for (const mode of ["overwrite", "append"] as const)
      await expect(fs.writeFile("/mnt/data/hard", "x", { mode })).rejects.toMatchObject({
        reason: "permission_denied",
      });
    expect(readFileSync(join(host, "outside/secret.txt"), "utf8")).toBe("secret");
  });
  it("refuses links that go round in circles", async () => {
    symlinkSync("b", join(host, "data/a"));
    symlinkSync("a", join(host, "data/b"));
    await expect(fs.readFile("/mnt/data/a")).rejects.toMatchObject({ reason: "invalid_argument" });
  });
  it("keeps the mode of a file that it replaces, and leaves no temporary file", async () => {
    writeFileSync(join(host, "data/run.sh"), "one");
    chmodSync(join(host, "data/run.sh"), 0o750);
    await fs.writeFile("/mnt/data/run.sh", "two");
    expect(lstatSync(join(host, "data/run.sh")).mode & 0o777).toBe(0o750);
    expect((await fs.list("/mnt/data", { includeIgnored: true })).items.map(({ path }) => path)).toEqual([
      "/mnt/data/run.sh",
    ]);
  });
  it("removes a link and not what it leads to", async () => {
    symlinkSync(join(host, "outside"), join(host, "data/escape"));
    await fs.remove("/mnt/data/escape", { recursive: true });
    expect(readFileSync(join(host, "outside/secret.txt"), "utf8")).toBe("secret");
    mkdirSync(join(host, "data/folder"));
    symlinkSync(join(host, "outside"), join(host, "data/folder/escape"));
    await fs.remove("/mnt/data/folder", { recursive: true });
    expect(readFileSync(join(host, "outside/secret.txt"), "utf8")).toBe("secret");
  });
  it("SBX-37: holds no locks when nothing is written", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => fs.writeFile(`/mnt/data/${index % 7}`, String(index))));
    expect(locks.size).toBe(0);
  });
  it("finds and searches in a folder that is there only because mounts lie below it", async () => {
    writeFileSync(join(host, "data/own.txt"), "given too");
    const { items } = await fs.glob("**/*.txt", { cwd: "/mnt" });
    expect(items).toEqual(["/mnt/data/own.txt", "/mnt/ref/given.txt"]);
    expect((await fs.glob("ref/*", { cwd: "/mnt/" })).items).toEqual(["/mnt/ref/given.txt"]);
    expect(await fs.glob("**/*.txt", { cwd: "/mnt", limit: 1 })).toEqual({
      items: ["/mnt/data/own.txt"],
      truncated: true,
    });
    const found = await fs.grep({ pattern: "given", path: "/mnt" });
    expect(found.items.map(({ path }) => path)).toEqual(["/mnt/data/own.txt", "/mnt/ref/given.txt"]);
    expect((await fs.list("/mnt")).items.map(({ path }) => path)).toEqual(["/mnt/data", "/mnt/ref"]);
    await expect(fs.glob("*", { cwd: "/elsewhere" })).rejects.toMatchObject({ reason: "permission_denied" });
  });
});
