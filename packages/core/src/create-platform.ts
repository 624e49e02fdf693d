import type { ConfigProblem } from "@antler/plugin-api";
import { ConfigError } from "./config/config-error.js";
import type { Platform, PlatformOptions } from "./platform-types.js";
import { checkPrepared, preparePlatform } from "./prepare-platform.js";
import { createRunningPlatform } from "./running-platform.js";

/**
 * Reads the config, registers the plugins, checks everything, and starts.
 * Throws ConfigError with all problems when the config cannot be used, and the AntlerError of a plugin that cannot start.
 */
export async function createPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const prepared = await preparePlatform(options);
  const problems = await checkPrepared(prepared);
  if (problems.some((problem) => problem.severity === "error")) throw new ConfigError(problems, prepared.document.file);
  prepared.warnings.unshift(...problems); // what is left are warnings; the first run tells them
  await prepared.kernel.start();
  return createRunningPlatform(prepared, options.threads);
}

/** Every problem of a config, without starting anything. Throws only when the file cannot be read. */
export async function checkConfig(options: PlatformOptions = {}): Promise<readonly ConfigProblem[]> {
  return checkPrepared(await preparePlatform(options));
}
