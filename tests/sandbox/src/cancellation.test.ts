import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { BACKENDS, type BackendName, makeBackend, makeSpec, missing, newFolder } from "./backends.js";
import { endAll, newTag, sleeping, until } from "./processes.js";
import { EXPECTED_SLEEPS, WORKLOAD_NAMES, WORKLOADS, type Workload } from "./workloads.js";

/** What the table of docs/sandbox.md says is left; everything else ends completely. */
const LEFT: Readonly<
  Partial<Record<BackendName, { readonly cancelled: readonly Workload[]; readonly killed: readonly Workload[] }>>
> = {
  local: { cancelled: ["env -i double fork"], killed: WORKLOAD_NAMES },
};
const ways = ["signal", "timeout"] as const;

for (const name of BACKENDS) {
  const problem = process.platform === "linux" ? await missing(name) : "It reads /proc.";
  describe.skipIf(problem !== undefined)(
    `cancelling commands: ${name}${problem === undefined ? "" : `. ${problem}`}`,
    () => {
      for (const workload of WORKLOAD_NAMES) {
        for (const way of ways)
          it(`SBX-02: ${workload}, ended by ${way}, leaves what the table says`, { timeout: 60_000 }, async () => {
            const left = await cancelled(name, workload, way);
            expect(left).toBe(LEFT[name]?.cancelled.includes(workload) === true ? 1 : 0);
          });
        it(`${workload}, when our own process is killed, leaves what the table says`, { timeout: 60_000 }, async () => {
          const left = await killed(name, workload);
          expect(left > 0).toBe(LEFT[name]?.killed.includes(workload) === true);
        });
      }
    },
  );
}

/** How many processes are left once the call has settled. */
async function cancelled(name: BackendName, workload: Workload, way: "signal" | "timeout"): Promise<number> {
  const dataDir = newFolder();
  const backend = makeBackend(name, dataDir);
  const sandbox = await backend.acquire(makeSpec(name, dataDir, "cancelled"));
  const tag = newTag();
  const abort = new AbortController();
  const child = await sandbox.spawn({
    command: `touch started; ${WORKLOADS[workload].replaceAll("TAG", tag)}`,
    signal: abort.signal,
    ...(way === "timeout" ? { timeoutMs: 1500 } : {}),
  });
  try {
    if (name === "virtual")
      await until(() =>
        sandbox.fs.stat(`${sandbox.cwd}/started`).then(
          () => true,
          () => false,
        ),
      );
    else await until(() => sleeping(tag).length >= (EXPECTED_SLEEPS[workload] ?? 1));
    if (way === "signal") abort.abort();
    expect((await child.exit).reason).toBe(way === "signal" ? "abort" : "timeout");
    return sleeping(tag).length;
  } finally {
    endAll(sleeping(tag));
    await backend.dispose();
  }
}

/** How many are left a second after this process's stand-in was killed, which is more than the kernel needs. */
async function killed(name: BackendName, workload: Workload): Promise<number> {
  const dataDir = newFolder();
  chmodSync(dataDir, 0o755);
  const tag = newTag();
  const script = fileURLToPath(new URL("./run-command.mjs", import.meta.url));
  const command = WORKLOADS[workload].replaceAll("TAG", tag);
  const runner = spawn(process.execPath, [script, name, dataDir, command], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(runner.stdout, "data");
    if (name !== "virtual") await until(() => sleeping(tag).length >= (EXPECTED_SLEEPS[workload] ?? 1));
    const gone = once(runner, "exit");
    runner.kill("SIGKILL");
    await gone;
    await until(() => sleeping(tag).length === 0, 1000).catch(() => undefined);
    return sleeping(tag).length;
  } finally {
    endAll(sleeping(tag));
  }
}
