import { writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { AuthorityChange } from "@antler/core";
import type { SourcePosition } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { findConfig } from "../platform/find-config.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { plural } from "../terminal/format-number.js";
import type { Io } from "../terminal/io.js";
import { showFile, showPosition } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { painterFor } from "../terminal/style.js";
import { AUTHORITY_SETTINGS } from "./authority-settings.js";
import { changeLine } from "./change-line.js";
import { readLock } from "./read-lock.js";

export interface LockFlags extends PlatformFlags {
  readonly check?: boolean;
  readonly lockFile?: string;
}

/** `antler lock` and `antler lock --check`. Throws ANTLER_LOCK_UNREADABLE. */
export async function lock(io: Io, flags: LockFlags): Promise<ExitCode> {
  const config = findConfig(io, flags.config);
  const file =
    flags.lockFile === undefined ? join(dirname(config), "antler.lock.json") : resolve(io.cwd, flags.lockFile);
  const locked = flags.check === true ? await readLock(file) : undefined;
  const { authorityOf, compareAuthority } = await import("@antler/core");
  return await withPlatform(io, flags, async (platform) => {
    const { authority, ruleOf } = await authorityOf(platform, AUTHORITY_SETTINGS);
    if (locked === undefined) {
      writeFileSync(file, `${JSON.stringify(authority, null, 2)}\n`);
      if (flags.json === true) printJson(io, { file, digest: authority.digest });
      else
        io.stdout.write(`wrote ${showFile(file, io.cwd)}: ${plural(Object.keys(authority.agents).length, "agent")}\n`);
      return EXIT.done;
    }
    const changes = compareAuthority(locked, authority, AUTHORITY_SETTINGS).map((change) => ({
      ...change,
      rule: ruleOf(change),
    }));
    const grown = changes.filter(({ kind }) => kind === "grown");
    if (flags.json === true) printJson(io, { ok: grown.length === 0, changes });
    else printChanges(io, file, changes);
    return grown.length === 0 ? EXIT.done : EXIT.differs;
  });
}

type RuledChange = AuthorityChange & { readonly rule: SourcePosition | null };

function printChanges(io: Io, file: string, changes: readonly RuledChange[]): void {
  const paint = painterFor(io, io.stdout);
  for (const change of changes) {
    const rule = change.rule === null ? "" : ` (rule at ${showPosition(change.rule, io.cwd)})`;
    io.stdout.write(`${changeLine(change, paint)}${rule}\n`);
  }
  const grown = changes.filter(({ kind }) => kind === "grown").length;
  const lockFile = showFile(file, io.cwd);
  if (changes.length === 0) io.stdout.write(`${lockFile}: nothing has changed\n`);
  else if (grown === 0)
    io.stdout.write(`${lockFile}: nothing has grown; run \`antler lock\` to record the new state\n`);
  else
    io.stdout.write(
      `${lockFile}: ${plural(grown, "thing")} may do more than was locked; undo it, or run \`antler lock\` to accept it\n`,
    );
}
