#!/usr/bin/env node
// biome-ignore-all lint/correctness/noUndeclaredDependencies: a script of the workspace, which runs its packages
/**
 * What `bash -c true` costs through each backend, against a plain spawn in the same run: `node bench/sandbox-spawn.mjs [ROUNDS] [--json]`.
 * The row `bubblewrap` is the default. Rounds are interleaved, so that a busy machine is busy for all; the medians are compared. Aim: 2.5 or less.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostedSandboxes, localDefinition } from "@antler/sandbox";
import { BubblewrapDefinition, bubblewrapConfig } from "@antler/sandbox-bubblewrap";
import { VirtualDefinition } from "@antler/sandbox-virtual";

const rounds = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 100);
const dataDir = mkdtempSync(join(tmpdir(), "antler-bench-"));
chmodSync(dataDir, 0o755);
const { hosted } = createHostedSandboxes(dataDir);
const definitions = {
  bubblewrap: new BubblewrapDefinition(hosted.start, bubblewrapConfig({}), dataDir),
  "bubblewrap, cgroups: false": new BubblewrapDefinition(hosted.start, bubblewrapConfig({ cgroups: false }), dataDir),
  virtual: new VirtualDefinition(),
  local: localDefinition({ allowHostBash: true, envAllow: [] }),
};

const ways = [["plain spawn", plainSpawn]];
const backends = [];
for (const [title, definition] of Object.entries(definitions)) {
  const backend = hosted.define(definition);
  const { available, reason } = await backend.probe();
  if (!available) {
    console.error(`${title} is skipped: ${reason}`);
    continue;
  }
  backends.push(backend);
  const workspace = join(dataDir, "threads", definition.name, "user-data", "workspace");
  mkdirSync(workspace, { recursive: true });
  const sandbox = await backend.acquire({
    key: title,
    mounts: [{ target: "/mnt/user-data/workspace", source: { host: workspace } }],
    cwd: "/mnt/user-data/workspace",
    network: { mode: definition.name === "local" ? "host" : "none" },
  });
  ways.push([title, async () => (await (await sandbox.spawn({ command: "true" })).exit).exitCode]);
}

const times = new Map(ways.map(([name]) => [name, []]));
for (let round = -5; round < rounds; round++)
  for (const [name, run] of ways) {
    const started = performance.now();
    if ((await run()) !== 0) throw new Error(`${name}: the command failed`);
    if (round >= 0) times.get(name).push(performance.now() - started);
  }
await Promise.all(backends.map((backend) => backend.dispose()));
rmSync(dataDir, { recursive: true, force: true });

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const base = median(times.get("plain spawn"));
const rows = [...times].map(([name, list]) => ({
  way: name,
  median_ms: round(median(list)),
  ratio: round(median(list) / base),
}));
if (process.argv.includes("--json")) console.log(JSON.stringify({ rounds, rows }));
else
  for (const { way, median_ms, ratio } of rows)
    console.log(`${way.padEnd(26)} ${String(median_ms).padStart(8)} ms  x ${ratio}`);

async function plainSpawn() {
  const child = spawn("bash", ["--noprofile", "--norc", "-c", "true"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.resume();
  child.stderr.resume();
  const [code] = await once(child, "close");
  return code;
}
function round(value) {
  return Math.round(value * 100) / 100;
}
