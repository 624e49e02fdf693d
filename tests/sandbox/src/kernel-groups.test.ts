import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Limits, Sandbox } from "@antler/plugin-api";
import { exec } from "@antler/sandbox";
import { afterEach, describe, expect, it } from "vitest";
import { makeBackend, makeSpec, missing, newFolder } from "./backends.js";

const MIB = 1024 ** 2;
const groups = await groupsHere();
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** What is held by the kernel for a whole sandbox here. */
async function groupsHere(): Promise<{ readonly memory: boolean; readonly pids: boolean }> {
  if ((await missing("bubblewrap")) !== undefined) return { memory: false, pids: false };
  const backend = makeBackend("bubblewrap", newFolder());
  const { limits } = (await backend.probe()).capabilities;
  await backend.dispose();
  return { memory: limits.memoryBytes === "kernel", pids: limits.pids === "kernel" };
}

async function open(limits: Limits = {}): Promise<Sandbox> {
  const dataDir = newFolder();
  const backend = makeBackend("bubblewrap", dataDir);
  opened.push(() => backend.dispose());
  return backend.acquire({ ...makeSpec("bubblewrap", dataDir, "groups"), limits });
}
async function sh(sandbox: Sandbox, command: string | readonly string[], env: Record<string, string> = {}) {
  const { stdout, stderr, ...status } = await exec(sandbox, { command, env, timeoutMs: 20_000 });
  return { ...status, text: Buffer.concat([stdout, stderr]).toString("utf8") };
}

/** Folders of groups that this process made. */
function ownGroups(): readonly string[] {
  const folders = readFileSync("/proc/self/cgroup", "utf8")
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [, names = "", path = ""] = line.split(":");
      return [join("/sys/fs/cgroup", names, path), join("/sys/fs/cgroup", path)];
    });
  return [...new Set(folders)]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.includes(`/antler-${process.pid}-`));
}

describe.skipIf(!groups.memory && !groups.pids)("kernel groups of bubblewrap", { timeout: 60_000 }, () => {
  it("holds every command, by shell or by argv, from its first program on", async () => {
    const sandbox = await open();
    const members = (): number =>
      ownGroups().flatMap((folder) => readFileSync(join(folder, "cgroup.procs"), "utf8").match(/\d+/g) ?? []).length;
    for (const command of ["sleep 20; true", ["sleep", "20"]]) {
      const child = await sandbox.spawn({ command });
      await expect.poll(members).toBeGreaterThanOrEqual(ownGroups().length);
      await child.kill();
      expect(members()).toBe(0);
    }
  });
  it.skipIf(!groups.memory)("tells that a limit ended a process which needed too much memory", async () => {
    const sandbox = await open({ memoryBytes: 64 * MIB });
    // Several processes, each below the limit for one.
    const hog = "perl -e 'my $x = \"x\" x (30 << 20); sleep 5' &";
    const result = await sh(sandbox, `${hog} ${hog} ${hog} ${hog} wait -n`);
    expect([result.reason, result.exitCode]).toEqual(["limit", 137]);
    expect((await sh(sandbox, "exit 3")).reason).toBe("exit");
  });
  it.skipIf(!groups.pids)("counts the processes of all commands of a sandbox together", async () => {
    const sandbox = await open({ pids: 12 });
    const first = await sandbox.spawn({ command: "for i in 1 2 3 4 5 6 7 8; do sleep 20 & done; echo up; wait" });
    for await (const { data } of first.output) if (Buffer.from(data).includes("up")) break;
    const second = await sh(sandbox, "for i in 1 2 3 4 5 6 7 8; do sleep 0.1 & done; wait");
    expect(second.text).toContain("Resource temporarily unavailable");
    await first.kill();
    expect((await sh(sandbox, "sleep 0 & wait; echo fine")).text).toBe("fine\n");
  });
  it("keeps its limits whatever variables a call sets", async () => {
    const sandbox = await open({ openFiles: 77 });
    const env = { POSIXLY_CORRECT: "1", SHELLOPTS: "privileged", BASHOPTS: "extglob", BASH_ENV: "/dev/null" };
    expect((await sh(sandbox, "ulimit -n", env)).text).toBe("77\n");
    expect((await sh(sandbox, ["bash", "-c", "ulimit -n"], env)).text).toBe("77\n");
  });
  it("keeps its limits where the first folder of PATH is the agent's", async () => {
    const sandbox = await open({ openFiles: 77 });
    await sh(sandbox, "mkdir bin; printf '#!/bin/sh\nulimit -n; echo planted' > bin/bash; chmod +x bin/bash");
    const env = { PATH: `${sandbox.cwd}/bin:/usr/bin:/bin` };
    expect((await sh(sandbox, "ulimit -n", env)).text).toBe("77\n");
    expect((await sh(sandbox, ["bash"], env)).text).toBe("77\nplanted\n");
    expect((await sh(sandbox, "no-such-program", env)).text).toBe("bash: line 1: no-such-program: command not found\n");
  });
  it("leaves no group behind when the sandbox is stopped", async () => {
    const sandbox = await open();
    await sandbox.spawn({ command: "sleep 60", lifetime: "sandbox" });
    expect(ownGroups().length).toBeGreaterThan(0);
    for (const close of opened.splice(0)) await close();
    expect(ownGroups()).toEqual([]);
  });
});
