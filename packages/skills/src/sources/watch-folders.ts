import { existsSync } from "node:fs";
import { basename } from "node:path";
import { watch } from "chokidar";

export interface WatchOptions {
  readonly onChange: () => void;
  readonly signal: AbortSignal;
  readonly maxDepth: number;
}

/** Milliseconds in which several changes count as one: an editor writes a file in two or three steps. */
const SETTLE = 50;

/** Watches what can make a skill appear, change or go. Resolves once changes are seen; ends with the signal. */
export async function watchFolders(folders: readonly string[], options: WatchOptions): Promise<void> {
  if (options.signal.aborted) return;
  const watcher = watch(folders.filter(existsSync), {
    ignoreInitial: true,
    depth: options.maxDepth,
    ignored: (path) => ["node_modules", ".git"].includes(basename(path)),
  });
  let timer: NodeJS.Timeout | undefined;
  watcher.on("all", () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      options.onChange();
    }, SETTLE);
  });
  options.signal.addEventListener(
    "abort",
    () => {
      clearTimeout(timer);
      void watcher.close();
    },
    { once: true },
  );
  await new Promise<void>((resolve, reject) => {
    watcher.once("ready", resolve);
    watcher.once("error", reject);
    options.signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
