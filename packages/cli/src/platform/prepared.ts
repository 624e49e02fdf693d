import type { PreparedPlatform } from "@antler/core";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { platformOptionsOf } from "./with-platform.js";

/** Reads and checks a config without starting anything. Throws ConfigError when it has errors. */
export async function preparedConfig(io: Io, configFile: string, flags: PlatformFlags): Promise<PreparedPlatform> {
  const { checkPrepared, ConfigError, preparePlatform } = await import("@antler/core");
  const prepared = await preparePlatform({ ...platformOptionsOf(io, configFile, flags), explains: true });
  const problems = await checkPrepared(prepared);
  if (problems.some((problem) => problem.severity === "error")) throw new ConfigError(problems, configFile);
  return prepared;
}
