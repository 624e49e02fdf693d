import { spawnSync } from "node:child_process";
import { existsSync, lutimesSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { processIdentity } from "../hosted/process-identity.js";
import { holdProcessLock } from "./process-lock.js";

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "antler-lock-"));
  path = join(folder, "locks", "one");
});

/** A lock as another process leaves it behind. */
function leave(owner: { readonly scope?: string; readonly pid: number }): void {
  const { scope, started } = processIdentity();
  mkdirSync(join(folder, "locks"));
  symlinkSync([owner.scope ?? scope, owner.pid, started, "abcdef"].join("~"), path);
}

describe("a lock between processes", () => {
  it("is there while it is held, names its owner, and leaves nothing", async () => {
    expect(
      await holdProcessLock(path, async () => {
        expect(readlinkSync(path).split("~")[1]).toBe(String(process.pid));
        return "held";
      }),
    ).toBe("held");
    expect(readdirSync(join(folder, "locks"))).toEqual([]);
  });
  it("is given back where its holder fails", async () => {
    await expect(holdProcessLock(path, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    expect(existsSync(path)).toBe(false);
  });
  it("of a dead process goes to one of those that wait, one after the other", async () => {
    leave({ pid: spawnSync("true").pid });
    let inside = 0;
    const most: number[] = [];
    const wait = (): Promise<void> =>
      holdProcessLock(path, async () => {
        most.push(++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
      });
    await Promise.all(Array.from({ length: 8 }, wait));
    expect(most).toEqual(Array.from({ length: 8 }, () => 1));
    expect(readdirSync(join(folder, "locks"))).toEqual([]);
  });
  it("of a process that cannot be seen from here is taken only once it is old", async () => {
    leave({ scope: "elsewhere", pid: 1 });
    let taken = false;
    const waiting = holdProcessLock(path, async () => {
      taken = true;
    });
    await holdProcessLock(join(folder, "locks", "another"), async () => undefined);
    expect(taken).toBe(false);
    const longAgo = Date.now() / 1000 - 3600;
    lutimesSync(path, longAgo, longAgo);
    await waiting;
    expect(taken).toBe(true);
  });
});
