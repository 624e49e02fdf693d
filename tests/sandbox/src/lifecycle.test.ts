import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type {
  AgentContext,
  Contribution,
  ExtensionPoint,
  PlatformServices,
  SandboxBackend,
  ThreadState,
} from "@antler/plugin-api";
import { isAntlerError, isSandboxError, SANDBOX_BACKEND } from "@antler/plugin-api";
import { exec, harmlessText, sandboxConfig, ThreadSandboxService } from "@antler/sandbox";
import { describe, expect, it } from "vitest";
import { type BackendName, makeBackend, makeSpec, missing, newFolder, WORKSPACE } from "./backends.js";
import { endAll, newTag, sleeping, until } from "./processes.js";

/** Services with these backends and nothing else. */
function servicesOf(backends: readonly SandboxBackend[]): PlatformServices {
  const all = <T extends Contribution>(point: ExtensionPoint<T>): readonly T[] =>
    (point.id === SANDBOX_BACKEND.id ? backends : []) as unknown as readonly T[];
  return { all, get: (point) => all(point)[0] as never, find: () => undefined, ownerOf: () => undefined };
}
function serviceOf(raw: Record<string, unknown>, dataDir: string, names: readonly BackendName[]): ThreadSandboxService {
  return new ThreadSandboxService(
    sandboxConfig(raw),
    dataDir,
    servicesOf(names.map((name) => makeBackend(name, dataDir))),
  );
}
function agentOf(threadId: string, workspace?: string): AgentContext {
  return { run: { id: "run", threadId, workspace } } as AgentContext;
}
const EMPTY: ThreadState = { messages: [] };

describe("the sandbox of a thread", () => {
  it("SBX-33, SBX-049, STA-015: eight tools that need it at once get one sandbox", async () => {
    const service = serviceOf({ use: "virtual" }, newFolder(), ["virtual"]);
    const opened = await Promise.all(Array.from({ length: 8 }, () => service.open(agentOf("t1"), EMPTY)));
    expect(new Set(opened).size).toBe(1);
    await service.stop();
  });
  it("SBX-32, STA-004: what a subagent writes first is there for the lead, which had no sandbox yet", async () => {
    const service = serviceOf({ use: "virtual" }, newFolder(), ["virtual"]);
    const child = await service.open(agentOf("t1"), EMPTY);
    await child.fs.writeFile(`${WORKSPACE}/notes.md`, "found");
    const lead = await service.open(agentOf("t1"), EMPTY);
    expect(Buffer.from((await lead.fs.readFile(`${WORKSPACE}/notes.md`)).data).toString()).toBe("found");
    await service.stop();
  });
  it("SBX-046: another thread does not see the files", async () => {
    const service = serviceOf({ use: "virtual" }, newFolder(), ["virtual"]);
    await (await service.open(agentOf("t1"), EMPTY)).fs.writeFile(`${WORKSPACE}/a`, "x");
    const other = await service.open(agentOf("t2"), EMPTY);
    expect(
      await other.fs.readFile(`${WORKSPACE}/a`).catch((error: unknown) => isSandboxError(error, "not_found")),
    ).toBe(true);
    await service.stop();
  });
  it("SBX-048: thread ids that are no safe folder names are refused", async () => {
    const service = serviceOf({ use: "virtual" }, newFolder(), ["virtual"]);
    for (const id of ["../x", "a/b", "", "x".repeat(65)])
      expect(
        await service
          .open(agentOf(id), EMPTY)
          .catch((error: unknown) => isAntlerError(error, "ANTLER_THREAD_ID_INVALID")),
      ).toBe(true);
    expect((await service.open(agentOf("ok_id-1"), EMPTY)).ref.id).toHaveLength(32);
    await service.stop();
  });
  it("STA-001: a state that names the sandbox finds the same files in another process", async () => {
    const dataDir = newFolder();
    const [first, second] = [
      serviceOf({ use: "virtual" }, dataDir, ["virtual"]),
      serviceOf({ use: "virtual" }, dataDir, ["virtual"]),
    ];
    const lead = await first.open(agentOf("t1"), EMPTY);
    await lead.fs.writeFile(`${WORKSPACE}/a`, "x");
    const state: ThreadState = {
      ...EMPTY,
      sandbox: JSON.parse(JSON.stringify(lead.ref)),
      thread_data: first.folders(agentOf("t1"), EMPTY),
    };
    const child = await second.open(agentOf("t1"), state);
    expect(child.ref.id).toBe(lead.ref.id);
    expect(Buffer.from((await child.fs.readFile(`${WORKSPACE}/a`)).data).toString()).toBe("x");
    await second.stop();
    expect(Buffer.from((await lead.fs.readFile(`${WORKSPACE}/a`)).data).toString()).toBe("x");
    await first.stop();
  });
  it("a state that names a sandbox of another backend does not lead out of the configured one", async () => {
    const dataDir = newFolder();
    const before = serviceOf({ use: "local", allow_host_bash: true }, dataDir, ["local", "virtual"]);
    const unsafe = await before.open(agentOf("t1"), EMPTY);
    const after = serviceOf({ use: "virtual" }, dataDir, ["local", "virtual"]);
    const sandbox = await after.open(agentOf("t1"), { ...EMPTY, sandbox: unsafe.ref });
    expect([sandbox.ref.backend, sandbox.ref.id]).toEqual(["virtual", unsafe.ref.id]);
    await Promise.all([before.stop(), after.stop()]);
  });
  it("SBX-15: commands of two threads write relative paths into their own workspaces", async () => {
    const dataDir = newFolder();
    const service = serviceOf({ use: "local", allow_host_bash: true }, dataDir, ["local"]);
    for (const id of ["t1", "t2"])
      await exec(await service.open(agentOf(id), EMPTY), { command: `echo ${id} > rel.txt` });
    for (const id of ["t1", "t2"])
      expect(readFileSync(join(dataDir, "threads", id, "user-data/workspace/rel.txt"), "utf8")).toBe(`${id}\n`);
    expect(existsSync("rel.txt")).toBe(false);
    await service.stop();
  });
  it("is stopped when nobody has used it for a while, and opened again at the next use", {
    timeout: 20_000,
  }, async () => {
    const dataDir = newFolder();
    const backend = makeBackend("virtual", dataDir);
    let onRelease: (how: string) => void = () => undefined;
    const released = new Promise<string>((resolve) => {
      onRelease = resolve;
    });
    const watched: SandboxBackend = {
      name: backend.name,
      probe: () => backend.probe(),
      acquire: (spec, options) => backend.acquire(spec, options),
      attach: (ref, options) => backend.attach(ref, options),
      release: async (ref, how) => {
        await backend.release(ref, how);
        onRelease(how);
      },
      dispose: () => backend.dispose(),
    };
    const service = new ThreadSandboxService(
      sandboxConfig({ use: "virtual", idle_seconds: 1 }),
      dataDir,
      servicesOf([watched]),
    );
    const first = await service.open(agentOf("t1"), EMPTY);
    expect(await released).toBe("stop");
    expect(await first.spawn({ command: "true" }).catch((error: unknown) => isSandboxError(error, "gone"))).toBe(true);
    const second = await service.open(agentOf("t1"), EMPTY);
    expect(harmlessText((await exec(second, { command: "echo again" })).stdout)).toBe("again\n");
    await service.stop();
  });
  it("SBX-19, SBX-095: a workspace with blanks and quotes in its name works and runs nothing", async () => {
    const dataDir = join(newFolder(), "my d", "it's $(touch pwned)");
    mkdirSync(dataDir, { recursive: true });
    chmodSync(dataDir, 0o755);
    for (const name of ["local", "virtual"] as const) {
      const service = serviceOf({ use: name, allow_host_bash: true }, dataDir, [name]);
      const sandbox = await service.open(agentOf(`t-${name}`), EMPTY);
      await sandbox.fs.writeFile(`${WORKSPACE}/a; touch pwned`, "x");
      expect(harmlessText((await exec(sandbox, { command: "ls" })).stdout)).toContain("a; touch pwned");
      await service.stop();
    }
    expect(existsSync("pwned")).toBe(false);
  });
});

describe("choosing a backend", () => {
  it("auto never takes local, and says what to do when nothing else is there", async () => {
    const service = serviceOf({}, newFolder(), ["local"]);
    await service.choose();
    expect(service.shell()).toMatchObject({ available: false });
    const refused = await service
      .open(agentOf("t"), EMPTY)
      .catch((error: unknown) => isSandboxError(error, "unavailable"));
    expect(refused).toBe(true);
  });
  it("auto takes bubblewrap where it works, else virtual", async () => {
    const service = serviceOf({}, newFolder(), ["local", "virtual", "bubblewrap"]);
    const choice = await service.choose();
    expect(choice.backend?.name).toBe((await missing("bubblewrap")) === undefined ? "bubblewrap" : "virtual");
    await service.stop();
  });
  it("require refuses to start rather than fall back", async () => {
    const service = serviceOf({ use: "virtual", require: { isolation: "namespace" } }, newFolder(), ["virtual"]);
    const refused = await service.choose().catch((error: unknown) => error);
    expect(isAntlerError(refused, "ANTLER_SANDBOX_REQUIREMENT")).toBe(true);
  });
  it("refuses a network that contradicts what is required, or that the backend does not have", async () => {
    const wrong = [
      { use: "local", require: { network: "none" } },
      { use: "local", network: "host", require: { network: "none" } },
      { use: "virtual", network: "host" },
      { use: "virtual", network: "host", require: { network: "host" } },
      { use: "virtual", require: { network: "host" } },
    ];
    for (const raw of wrong) {
      const refused = await serviceOf(raw, newFolder(), ["local", "virtual"])
        .choose()
        .catch((error: unknown) => error);
      expect([raw, isAntlerError(refused, "ANTLER_SANDBOX_REQUIREMENT")]).toEqual([raw, true]);
    }
    const right = [
      { use: "local", require: { network: "host" } },
      { use: "virtual", require: { network: "none" } },
    ];
    for (const raw of right)
      expect((await serviceOf(raw, newFolder(), ["local", "virtual"]).choose()).backend?.name).toBe(raw.use);
  });
  it("SBF-039: local without allow_host_bash has no shell and says how to get one", async () => {
    const dataDir = newFolder();
    const backend = makeBackend("local", dataDir, false);
    const service = new ThreadSandboxService(sandboxConfig({ use: "local" }), dataDir, servicesOf([backend]));
    await service.choose();
    expect(service.shell()).toMatchObject({ available: false, fix: expect.stringContaining("allow_host_bash") });
    const sandbox = await service.open(agentOf("t"), EMPTY);
    expect(
      await sandbox.spawn({ command: "true" }).catch((error: unknown) => isSandboxError(error, "unsupported")),
    ).toBe(true);
  });
});

describe.skipIf(process.platform !== "linux")("what a killed process left behind", () => {
  it("is ended by the local backend at its next start", { timeout: 60_000 }, async () => {
    const tag = newTag();
    const dataDir = await killedRunner(
      "local",
      `nohup sleep ${tag} >/dev/null 2>&1 & setsid sleep ${tag} & sleep ${tag}`,
      () => sleeping(tag).length === 3,
    );
    try {
      expect(sleeping(tag)).toHaveLength(3);
      const next = makeBackend("local", dataDir);
      await next.acquire(makeSpec("local", dataDir, "next"));
      await until(() => sleeping(tag).length === 0, 5000);
      await next.dispose();
    } finally {
      endAll(sleeping(tag));
    }
  });
  it("groups of the kernel are removed by bubblewrap at its next start", { timeout: 60_000 }, async ({ skip }) => {
    const reason = await missing("bubblewrap");
    if (reason !== undefined) skip(reason);
    const tag = newTag();
    const dataDir = await killedRunner("bubblewrap", `sleep ${tag}`, () => sleeping(tag).length === 1);
    await until(() => sleeping(tag).length === 0);
    const left = linksOfTheDead();
    const groups = left.map((link) => readlinkSync(link)).filter((path) => path.startsWith("/sys/fs/cgroup"));
    for (const path of groups) expect(existsSync(path)).toBe(true);
    const next = makeBackend("bubblewrap", dataDir);
    await next.acquire(makeSpec("bubblewrap", dataDir, "next"));
    await next.dispose();
    for (const path of groups) expect(existsSync(path)).toBe(false);
    expect(linksOfTheDead().filter((link) => left.includes(link))).toEqual([]);
  });
});

/** What names the groups of processes that are gone. */
function linksOfTheDead(): readonly string[] {
  return readdirSync(tmpdir())
    .filter((name) => {
      const owner = /^antler-group-(\d+)-/.exec(name)?.[1];
      return owner !== undefined && !existsSync(`/proc/${owner}`);
    })
    .map((name) => join(tmpdir(), name));
}

async function killedRunner(name: BackendName, command: string, ready: () => boolean): Promise<string> {
  const dataDir = newFolder();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, "marker"), "");
  const script = fileURLToPath(new URL("./run-command.mjs", import.meta.url));
  const runner = spawn(process.execPath, [script, name, dataDir, command], { stdio: ["ignore", "pipe", "inherit"] });
  await once(runner.stdout, "data");
  await until(ready);
  const gone = once(runner, "exit");
  runner.kill("SIGKILL");
  await gone;
  return dataDir;
}
