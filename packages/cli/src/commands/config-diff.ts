import type { Authority, AuthorityChange, ConfigValue } from "@antler/core";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findConfig } from "../platform/find-config.js";
import { isSecretPath } from "../platform/mask-secrets.js";
import { preparedConfig } from "../platform/prepared.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { type Paint, painterFor } from "../terminal/style.js";
import { AUTHORITY_SETTINGS } from "./authority-settings.js";
import { changeLine } from "./change-line.js";

interface ValueChange {
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** `antler config diff A B`: exit 3 when a value or an agent changes. */
export async function configDiff(io: Io, a: string, b: string, flags: PlatformFlags): Promise<ExitCode> {
  const { compareAuthority } = await import("@antler/core");
  const [before, after] = [await side(io, a, flags), await side(io, b, flags)];
  const values = valueChanges(before.values, after.values);
  const agents = compareAuthority(before.authority, after.authority, AUTHORITY_SETTINGS).filter(
    ({ subject }) => subject !== "deployment",
  );
  if (flags.json === true) printJson(io, { values, agents });
  else printChanges(io, values, agents, painterFor(io, io.stdout));
  return values.length + agents.length === 0 ? EXIT.done : EXIT.differs;
}

async function side(
  io: Io,
  file: string,
  flags: PlatformFlags,
): Promise<{ readonly values: ReadonlyMap<string, unknown>; readonly authority: Authority }> {
  const { authorityOf, composeSchema, effectiveValues, formatPath } = await import("@antler/core");
  const prepared = await preparedConfig(io, findConfig(io, undefined, file), flags);
  const list = effectiveValues(prepared.document, composeSchema(prepared), { defaults: true });
  const values = new Map(list.map((value) => [formatPath(value.path), comparable(value)] as const));
  const quiet = { ...flags, config: file, quiet: true };
  const { authority } = await withPlatform(
    io,
    quiet,
    async (platform) => await authorityOf(platform, AUTHORITY_SETTINGS),
  );
  return { values, authority };
}

/** Secrets are compared by nothing but their being there. */
function comparable({ path, value }: ConfigValue): unknown {
  return isSecretPath(path) ? "***" : value;
}

function valueChanges(
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly ValueChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const change = { key, before: before.get(key) ?? null, after: after.get(key) ?? null };
    return JSON.stringify(change.before) === JSON.stringify(change.after) ? [] : [change];
  });
}

function printChanges(io: Io, values: readonly ValueChange[], agents: readonly AuthorityChange[], paint: Paint): void {
  for (const { key, before, after } of values)
    io.stdout.write(`${key}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}\n`);
  for (const change of agents) io.stdout.write(`${changeLine(change, paint)}\n`);
  if (values.length + agents.length === 0) io.stdout.write("no difference\n");
}
