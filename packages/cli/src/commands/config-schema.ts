import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findConfig } from "../platform/find-config.js";
import { platformOptionsOf } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { showFile } from "../terminal/print-error.js";

export interface SchemaFlags extends PlatformFlags {
  readonly output: string;
  readonly docs?: string;
}

/** `antler config schema`. Without a config file: the kernel and the default plugins. */
export async function configSchema(io: Io, flags: SchemaFlags): Promise<ExitCode> {
  const { composeSchema, preparePlatform, schemaPage } = await import("@antler/core");
  const configFile = optionalConfig(io, flags);
  const options = platformOptionsOf(io, configFile ?? resolve(io.cwd, "config.yaml"), flags);
  const prepared = await preparePlatform(configFile === undefined ? { ...options, configText: "" } : options);
  const schema = composeSchema(prepared);
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (flags.docs !== undefined) write(io, flags.docs, schemaPage(schema));
  if (flags.output === "-") io.stdout.write(text);
  else write(io, flags.output, text);
  return EXIT.done;
}

function optionalConfig(io: Io, flags: PlatformFlags): string | undefined {
  if (flags.config !== undefined) return findConfig(io, flags.config);
  try {
    return findConfig(io, undefined);
  } catch {
    return undefined;
  }
}

function write(io: Io, path: string, text: string): void {
  const file = resolve(io.cwd, path);
  writeFileSync(file, text);
  io.stderr.write(`wrote ${showFile(file, io.cwd)}\n`);
}
