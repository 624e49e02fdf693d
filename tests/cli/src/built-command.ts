import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
export const COMMAND = join(ROOT, "packages/cli/bin/antler.mjs");
const RECORDER = fileURLToPath(new URL("./record-modules.mjs", import.meta.url));

/** Brings `dist` up to date: these tests run the command as users do. */
export function buildCommand(): void {
  const tsc = join(ROOT, "node_modules/.bin/tsc");
  const { status, stdout } = spawnSync(tsc, ["--build", join(ROOT, "packages/cli/tsconfig.build.json")], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`the command does not build:\n${stdout}`);
}

/** Every module file that the command loads, in order of loading. */
export function loadedModules(
  cwd: string,
  args: readonly string[],
): { readonly code: number | null; readonly modules: readonly string[] } {
  const file = join(mkdtempSync(join(tmpdir(), "antler-modules-")), "modules.txt");
  const { status } = spawnSync(process.execPath, ["--import", RECORDER, COMMAND, ...args], {
    cwd,
    env: { ...process.env, RECORD_MODULES: file },
  });
  return { code: status, modules: readFileSync(file, "utf8").split("\n") };
}

/** Starts the command as a process of its own. */
export function startCommand(cwd: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });
}

/** Resolves with what has been printed as soon as `wanted` is in it. */
export function printed(child: ChildProcess, stream: "stdout" | "stderr", wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child[stream]?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (wanted.test(text)) resolve(text);
    });
    child.once("close", (code) =>
      reject(new Error(`ended with ${code} before it printed ${wanted}; it printed: ${text}`)),
    );
  });
}

/** The exit code, and the signal that ended the process if one did. */
export function ended(child: ChildProcess): Promise<{ readonly code: number | null; readonly signal: string | null }> {
  return new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal })));
}
