import { readFileSync } from "node:fs";
import { createPlatform } from "./create-platform.js";
import type { Platform, PlatformOptions, RunOptions, RunResult, ThreadMemory } from "./platform-types.js";

/** A platform that follows its config file: each run uses what the file says when the run begins. */
export interface ReloadingPlatform {
  /** The platform of the last good config. Read it anew for each use. */
  readonly platform: Platform;
  /**
   * Looks at the file. When its text has changed: a good config replaces the platform (runs in progress end on the old one,
   * threads are kept), a broken one leaves it as it is and is returned as the reason, once for each text.
   */
  refresh(): Promise<{ readonly reloaded: boolean; readonly failure: unknown }>;
  /** Refreshes, then runs. A broken config is told to `onBroken`; the run goes on with the last good one. */
  run(options: RunOptions, onBroken?: (failure: unknown) => void): Promise<RunResult>;
  stop(): Promise<void>;
}

/** Throws like `createPlatform` when the config is broken from the start. */
export async function createReloadingPlatform(
  options: PlatformOptions & { readonly configFile: string },
): Promise<ReloadingPlatform> {
  const threads: ThreadMemory = options.threads ?? { saver: undefined };
  const active = new Map<Platform, number>();
  let text = readText(options.configFile);
  let current = await createPlatform({ ...options, threads });
  let refreshing: ReturnType<ReloadingPlatform["refresh"]> | undefined;

  const retire = async (platform: Platform): Promise<void> => {
    if (platform === current || (active.get(platform) ?? 0) > 0) return;
    active.delete(platform);
    await platform.stop();
  };
  const reload = async (): ReturnType<ReloadingPlatform["refresh"]> => {
    const now = readText(options.configFile);
    if (now === text) return { reloaded: false, failure: undefined };
    text = now;
    try {
      const next = await createPlatform({ ...options, threads });
      const old = current;
      current = next;
      await retire(old);
      return { reloaded: true, failure: undefined };
    } catch (failure) {
      return { reloaded: false, failure };
    }
  };
  const refresh = (): ReturnType<ReloadingPlatform["refresh"]> => {
    refreshing ??= reload().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  return {
    get platform() {
      return current;
    },
    refresh,
    run: async (run, onBroken) => {
      const { failure } = await refresh();
      if (failure !== undefined) onBroken?.(failure);
      const platform = current;
      active.set(platform, (active.get(platform) ?? 0) + 1);
      try {
        return await platform.run(run);
      } finally {
        active.set(platform, (active.get(platform) ?? 1) - 1);
        await retire(platform);
      }
    },
    stop: async () => {
      await refreshing; // what it brings has to be stopped too
      await Promise.all([...new Set([current, ...active.keys()])].map((platform) => platform.stop()));
    },
  };
}

/** undefined: it is not there now. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
