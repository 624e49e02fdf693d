import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DEFAULT_PLUGINS } from "@antler/cli";
import { createPlatform } from "@antler/core";
import type { RunEvent } from "@antler/plugin-api";

export const ROOT: string = fileURLToPath(new URL("../../..", import.meta.url));

/** Text of each file, by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

export interface DemoAnswer {
  readonly text: string;
  readonly status: string;
  /** `file:line` of each use that the answer names, in its order. */
  readonly places: readonly string[];
  readonly events: readonly RunEvent[];
  /** undefined: the run wrote none. */
  readonly report: string | undefined;
}

export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "antler-demo-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

/** One run of the real platform with the config.yaml of the project; only its state goes elsewhere. */
export async function askDemo(
  prompt: string,
  workspace: string,
  change: (config: string) => string = (config) => config,
): Promise<DemoAnswer> {
  const dataDir = mkdtempSync(join(tmpdir(), "antler-data-"));
  const configFile = join(ROOT, "config.yaml");
  const platform = await createPlatform({
    configFile,
    configText: `${change(readFileSync(configFile, "utf8"))}\ndata_dir: ${dataDir}\n`,
    defaultPlugins: DEFAULT_PLUGINS,
  });
  try {
    const events: RunEvent[] = [];
    const result = await platform.run({ prompt, workspace, onEvent: (event) => events.push(event) });
    const report = join(dataDir, "threads", result.threadId, "user-data", "outputs", "report.md");
    return { ...result, text: result.text, places: placesIn(result.text), events, report: textOf(report) };
  } finally {
    await platform.stop();
  }
}

/** `file:line` at the beginning of lines like `file:line: text`. */
export function placesIn(text: string): readonly string[] {
  return [...text.matchAll(/^(.+?:\d+): /gm)].map((match) => match[1] ?? "");
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
