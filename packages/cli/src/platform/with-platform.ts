import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { Platform, PlatformOptions } from "@antler/core";
import type { Warning } from "@antler/plugin-api";
import { DEFAULT_PLUGINS } from "../default-plugins.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { showPosition } from "../terminal/print-error.js";
import { sanitize } from "../terminal/sanitize.js";
import { sentences } from "../terminal/sentences.js";
import { painterFor } from "../terminal/style.js";
import { findConfig } from "./find-config.js";

/**
 * Makes the platform that the flags describe, hands it to `use` and stops it whatever happens.
 * Warnings go to standard error, except with `--json` and `--quiet`. Without `runs` no model is called, so none needs its key.
 */
export async function withPlatform<T>(
  io: Io,
  flags: PlatformFlags,
  use: (platform: Platform) => Promise<T>,
  { runs = false, timesLoading = false }: { readonly runs?: boolean; readonly timesLoading?: boolean } = {},
): Promise<T> {
  const configFile = findConfig(io, flags.config);
  const { createPlatform } = await import("@antler/core");
  const platform = await createPlatform({ ...platformOptionsOf(io, configFile, flags), explains: !runs, timesLoading });
  try {
    if (flags.json !== true && flags.quiet !== true) printWarnings(io, platform.warnings);
    return await use(platform);
  } finally {
    await platform.stop();
  }
}

/** What the flags say, in the platform's own words. */
export function platformOptionsOf(io: Io, configFile: string, flags: PlatformFlags): PlatformOptions {
  return {
    configFile,
    defaultPlugins: DEFAULT_PLUGINS,
    extraPlugins: (flags.plugin ?? []).map((name) => pluginPath(io.cwd, name)),
    env: io.env,
  };
}

/** A path on the command line is relative to the working folder; anything else is a package name. */
function pluginPath(cwd: string, name: string): string {
  if (isAbsolute(name)) return name;
  const file = resolve(cwd, name);
  return name.startsWith(".") || existsSync(file) ? file : name;
}

export function printWarnings(io: Io, warnings: readonly Warning[]): void {
  const paint = painterFor(io, io.stderr);
  for (const { code, message, hint, position } of warnings) {
    const place = position === undefined ? "" : ` at ${showPosition(position, io.cwd)}`;
    io.stderr.write(`${paint("warn", "warning:")} ${sanitize(sentences(message, hint))} (${code}${place})\n`);
  }
}
