#!/usr/bin/env node
// biome-ignore-all lint/correctness/noUndeclaredDependencies: a script of the workspace, which runs its packages
/**
 * Runs attack probes against sandbox backends: `npm run probes -- FILE.json [--backend NAME]... [--json]`.
 * A file has `probes`, each with a `command` or `steps`, and what to expect per backend. Results are compared with that:
 * `ok` as expected, `better` contained where a breach is documented, `WORSE` otherwise. Exit code 1 if any is worse, 2 if something
 * that was asked for cannot be run.
 * Needs the built packages. As root it starts processes as root: run it where that does no harm.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, styleText } from "node:util";
import { isSandboxError } from "@antler/plugin-api";
import { createHostedSandboxes, exec, harmlessText, localDefinition } from "@antler/sandbox";
import { BubblewrapDefinition, bubblewrapConfig } from "@antler/sandbox-bubblewrap";
import { VirtualDefinition } from "@antler/sandbox-virtual";

/** A path that one probe looks for in the command lines of processes. */
const ROOT = "/tmp/research/sandbox";
const DEFAULT_FILE = fileURLToPath(new URL("../tests/probes/probes.json", import.meta.url));
/** Names in the files of probes. */
const ALIASES = { bubblewrap: "bwrap" };
const DEFINITIONS = {
  bubblewrap: (hosted, dataDir) => new BubblewrapDefinition(hosted.start, bubblewrapConfig({}), dataDir),
  virtual: () => new VirtualDefinition(),
  local: () => localDefinition({ allowHostBash: true, envAllow: [] }),
};
const LIMITS = { memoryBytes: 768 * 1024 ** 2, pids: 256, fileBytes: 100 * 1024 ** 2, tmpBytes: 100 * 1024 ** 2 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    backend: { type: "string", multiple: true },
    json: { type: "boolean" },
    only: { type: "string", multiple: true },
  },
});

// The secret must be in the environment that this process was started with, where /proc shows it.
if (process.env.ANTLER_PROBES_HOME === undefined) {
  mkdirSync(ROOT, { recursive: true });
  const home = mkdtempSync(join(ROOT, "run-"));
  chmodSync(home, 0o755);
  mkdirSync(join(home, "home"));
  const env = { ...process.env, ANTLER_PROBES_HOME: home, HOME: join(home, "home"), OPENAI_API_KEY: "sk-CANARY-ENV" };
  const { status } = spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit", env });
  rmSync(home, { recursive: true, force: true });
  process.exit(status ?? 1);
}

const home = process.env.ANTLER_PROBES_HOME;
const { probes } = readProbes(resolve(process.env.INIT_CWD ?? ".", positionals[0] ?? DEFAULT_FILE));
const names = values.backend ?? Object.keys(DEFINITIONS);
for (const name of names)
  if (!Object.hasOwn(DEFINITIONS, name))
    fail(`There is no backend "${name}". Known: ${Object.keys(DEFINITIONS).join(", ")}.`);
for (const only of values.only ?? [])
  if (!probes.some(({ name }) => name === only)) fail(`The file has no probe "${only}".`);

const targets = await openTargets();
const results = [];
for (const name of names) results.push(...(await runBackend(name)));
targets.close();
report(results);
process.exit(results.some(({ status }) => status === "WORSE") ? 1 : 0);

async function runBackend(name) {
  const dataDir = join(home, name);
  mkdirSync(dataDir, { recursive: true });
  const { hosted } = createHostedSandboxes(dataDir);
  const backend = hosted.define(DEFINITIONS[name](hosted, dataDir));
  const { available, reason, fix } = await backend.probe();
  if (!available) {
    console.error(`${name} is skipped: ${reason} ${fix}`);
    return [];
  }
  const found = [];
  for (const [index, probe] of probes.entries()) {
    if (values.only !== undefined && !values.only.includes(probe.name)) continue;
    const expected = probe.expect?.[ALIASES[name] ?? name] ?? "contained";
    if (probe.skip_on?.includes(name)) {
      found.push({
        backend: name,
        probe: probe.name,
        threat: probe.threat,
        expected,
        got: "skipped",
        status: "skipped",
        why: "",
        ms: 0,
      });
      continue;
    }
    const started = performance.now();
    const why = await runProbe(backend, name, dataDir, probe, index);
    const got = why === "" ? "contained" : "breach";
    const ms = Math.round(performance.now() - started);
    found.push({
      backend: name,
      probe: probe.name,
      threat: probe.threat,
      expected,
      got,
      status: judge(expected, got),
      why,
      ms,
    });
  }
  await backend.dispose();
  return found;
}

function readProbes(path) {
  try {
    const content = JSON.parse(readFileSync(path, "utf8"));
    if (Array.isArray(content.probes)) return content;
    return fail(`${path} has no list "probes".`);
  } catch (error) {
    return fail(`${path} cannot be read: ${error.message}`);
  }
}

function judge(expected, got) {
  if (expected === "na" || expected === got) return "ok";
  return got === "contained" ? "better" : "WORSE";
}

/** "" when it was contained, else what went through. */
async function runProbe(backend, name, dataDir, probe, index) {
  const thread = join(dataDir, "threads", `p${index}`, "user-data");
  for (const folder of ["workspace", "uploads", "outputs"]) mkdirSync(join(thread, folder), { recursive: true });
  const tag = String(100000 + Math.floor(Math.random() * 899999));
  const fill = substitution({ thread, tag, host: name === "local" });
  const mount = (folder) => ({ target: `/mnt/user-data/${folder}`, source: { host: join(thread, folder) } });
  const sandbox = await backend.acquire({
    key: `probe-${index}`,
    mounts: [mount("workspace"), { ...mount("uploads"), readOnly: true }, mount("outputs")],
    cwd: "/mnt/user-data/workspace",
    network: { mode: name === "local" ? "host" : "none" },
    limits: LIMITS,
  });
  const host = (command) =>
    spawnSync("bash", ["-c", fill(command, false)], { stdio: "ignore", timeout: 20_000 }).status;
  try {
    if (probe.setup !== undefined) host(probe.setup);
    if (probe.pre !== undefined) await exec(sandbox, { command: fill(probe.pre.command), timeoutMs: 10_000 });
    const why = probe.kind === "api" ? await runSteps(sandbox, probe, fill) : await runCommand(sandbox, probe, fill);
    if (why !== "") return why;
    return probe.host_check !== undefined && host(probe.host_check) !== 0 ? "the check on the host failed" : "";
  } finally {
    await backend.release(sandbox.ref, "destroy").catch(() => undefined);
    cleanUp(thread, tag);
  }
}

async function runCommand(sandbox, probe, fill) {
  const env = Object.fromEntries(
    Object.entries(probe.env ?? {}).map(([key, value]) => [key, fill(String(value), false)]),
  );
  let result;
  try {
    result = await exec(sandbox, { command: fill(probe.command), env, timeoutMs: probe.timeoutMs ?? 15_000 });
  } catch (error) {
    return isSandboxError(error) ? "" : `untyped error: ${error}`;
  }
  const stdout = Buffer.from(result.stdout);
  const text = stdout.toString("utf8");
  if (probe.breach_if && text.includes(probe.breach_if)) return `it printed ${probe.breach_if}`;
  if (probe.expect_timed_out && result.reason !== "timeout") return `it ended by ${result.reason}, not by its timeout`;
  if (probe.max_ms !== undefined && result.durationMs > probe.max_ms)
    return `it took ${Math.round(result.durationMs)} ms`;
  if (probe.expect_stdout !== undefined && !text.includes(probe.expect_stdout))
    return `it did not print ${probe.expect_stdout}`;
  if (probe.expect_stdout_hex !== undefined && stdout.toString("hex") !== probe.expect_stdout_hex)
    return `its bytes were ${stdout.toString("hex")}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be left
  if (probe.render_must_strip && /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/.test(harmlessText(stdout)))
    return "control characters were left";
  return "";
}

async function runSteps(sandbox, probe, fill) {
  for (const step of probe.steps) {
    const started = performance.now();
    try {
      if (step.exec !== undefined) await exec(sandbox, { command: fill(step.exec), timeoutMs: 10_000 });
      if (step.writeFile !== undefined) await sandbox.fs.writeFile(step.writeFile, fill(step.data, false));
      if (step.readFile !== undefined) {
        const wanted = Symbol("late");
        const limit = new Promise((settle) => setTimeout(settle, step.must_finish_ms ?? 10_000, wanted).unref());
        const read = await Promise.race([sandbox.fs.readFile(step.readFile), limit]);
        if (read === wanted) return "the read did not end";
        const text = Buffer.from(read.data).toString("utf8");
        if (step.breach_if_contains !== undefined && text.includes(step.breach_if_contains))
          return "the read gave the secret";
        if (step.must_equal !== undefined && text !== step.must_equal) return `the read gave ${JSON.stringify(text)}`;
      }
    } catch (error) {
      if (!isSandboxError(error)) return `untyped error: ${error}`;
      if (step.must_equal !== undefined) return error.message;
    }
    if (step.must_finish_ms !== undefined && performance.now() - started > step.must_finish_ms)
      return "it took too long";
  }
  return "";
}

/** Replaces the variables of a probe; for a backend with host paths also the virtual ones, which it does not know. */
function substitution({ thread, tag, host }) {
  const values = {
    $NEIGHBOR: targets.neighbor,
    $HOSTPID: String(process.pid),
    $DOCKSOCK: "/var/run/docker.sock",
    $UPLOADS: join(thread, "uploads"),
    $CANARY: targets.canary,
    $VICTIM: String(targets.victim()),
    $PORT: String(targets.port),
    $TAG: tag,
    $WS: join(thread, "workspace"),
  };
  return (text, translate = host) => {
    let filled = text;
    for (const [name, value] of Object.entries(values)) filled = filled.replaceAll(name, () => value);
    return translate ? filled.replaceAll("/mnt/user-data", () => thread) : filled;
  };
}

/** What the probes attack. */
async function openTargets() {
  const canary = join(home, "canary");
  const neighbor = join(home, "neighbor");
  for (const folder of [canary, neighbor]) {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
  }
  writeFileSync(join(canary, "config.yaml"), "secret: CANARY_CONFIG\n");
  writeFileSync(join(canary, "id_rsa"), "CANARY_KEY\n");
  writeFileSync(join(canary, "victim.txt"), "ORIGINAL\n");
  writeFileSync(join(neighbor, "secret.txt"), "CANARY_NEIGHBOR\n");
  const http = createHttpServer((_request, response) => response.end("CANARY_HTTP"));
  const sockets = [
    http.listen(0, "127.0.0.1"),
    createServer().listen(join(canary, "s.sock")),
    createServer().on("error", () => undefined),
  ];
  try {
    sockets[2].listen({ path: "\0antler-canary" });
  } catch {
    console.error("This node cannot listen on an abstract socket; net-abstract-unix-socket proves nothing.");
  }
  await new Promise((settle) => (http.listening ? settle() : http.once("listening", settle)));
  let victim;
  const live = () => {
    if (victim === undefined || victim.exitCode !== null || victim.signalCode !== null)
      victim = spawn("sh", ["-c", "sleep 3000; :", `${ROOT}/victim`], { stdio: "ignore" });
    return victim.pid;
  };
  return {
    canary,
    neighbor,
    port: http.address().port,
    victim: live,
    close: () => {
      victim?.kill("SIGKILL");
      for (const socket of sockets) socket.close();
    },
  };
}

/** What a breach may have left on this machine. */
function cleanUp(thread, tag) {
  for (const path of [
    join(targets.canary, "planted"),
    join(targets.canary, "planted2"),
    join(targets.neighbor, "planted"),
  ])
    rmSync(path, { force: true });
  rmSync("/usr/local/bin/antler-probe", { force: true });
  rmSync(thread, { recursive: true, force: true });
  rmSync(`${thread}/workspace-evil`, { recursive: true, force: true });
  if (!existsSync("/proc/self")) return;
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`.${tag}`)) process.kill(Number(pid), "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }
}

function report(rows) {
  if (values.json) {
    console.log(JSON.stringify(rows, null, 2));
    return;
  }
  const width = Math.max(...rows.map(({ probe }) => probe.length), 5);
  for (const { backend, probe, expected, got, status, why, ms } of rows) {
    const colour = status === "WORSE" ? "red" : status === "ok" ? "green" : "yellow";
    const line = [
      backend.padEnd(10),
      probe.padEnd(width),
      got.padEnd(9),
      styleText(colour, status.padEnd(7)),
      `${ms} ms`.padStart(8),
    ];
    console.log(
      [...line, status === "ok" ? "" : `expected ${expected}${why === "" ? "" : `: ${why}`}`].join("  ").trimEnd(),
    );
  }
  for (const name of new Set(rows.map(({ backend }) => backend))) {
    const own = rows.filter(({ backend }) => backend === name);
    const count = (status) => own.filter((row) => row.status === status).length;
    console.log(
      `${name}: ${count("ok")} ok, ${count("better")} better, ${count("WORSE")} worse, ${count("skipped")} skipped`,
    );
  }
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
