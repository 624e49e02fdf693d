import type { ConfigValue } from "@antler/core";
import { SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { agentUnknown } from "../platform/agent-unknown.js";
import { findConfig } from "../platform/find-config.js";
import { isSecretPath, maskSecrets } from "../platform/mask-secrets.js";
import { preparedConfig } from "../platform/prepared.js";
import { printWarnings } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { showPosition } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";
import { truncate } from "../terminal/width.js";
import { subagentJson, subagentRows } from "./subagent-values.js";

export interface PrintFlags extends PlatformFlags {
  readonly effective?: boolean;
  readonly subagent?: string;
}

/** `antler config print`: each value with its origin and place; secrets masked. */
export async function configPrint(io: Io, flags: PrintFlags): Promise<ExitCode> {
  const { composeSchema, effectiveValues, formatPath } = await import("@antler/core");
  const prepared = await preparedConfig(io, findConfig(io, flags.config), flags);
  const registry = prepared.kernel.get(SUBAGENT_REGISTRY);
  // Without a sandbox, which is not started here, nobody knows whether a type that needs a shell can be used.
  const known = registry.allNames?.() ?? registry.names();
  const names = flags.subagent === undefined ? known : [flags.subagent];
  const subagents = names.map((name) => {
    const type = registry.get(name);
    if (type === undefined) throw agentUnknown(name, known, registry.unavailable(name));
    return type;
  });
  const values =
    flags.subagent === undefined
      ? effectiveValues(prepared.document, composeSchema(prepared), { defaults: flags.effective === true })
      : [];
  const shown = values.map((value) => ({ ...masked(value), key: formatPath(value.path) }));
  const withTypes = flags.effective === true || flags.subagent !== undefined;
  if (flags.json === true) {
    const types = withTypes ? { subagents: subagents.map(subagentJson) } : {};
    printJson(io, flags.subagent === undefined ? { values: shown.map(valueJson), ...types } : types.subagents?.[0]);
    return EXIT.done;
  }
  const paint = painterFor(io, io.stdout);
  if (flags.subagent === undefined) {
    const rows = shown.flatMap((value) => [
      [
        value.key,
        text(value.value),
        value.origin,
        value.position === null ? "-" : showPosition(value.position, io.cwd),
      ],
      ...value.shadows.map((shadow) => ["", `(${text(shadow.value)})`, `shadowed ${shadow.origin}`, "-"]),
    ]);
    io.stdout.write(formatTable(["KEY", "VALUE", "ORIGIN", "WHERE"], rows, paint));
  }
  for (const type of withTypes ? subagents : []) {
    io.stdout.write(`\nsubagent ${type.name} (${type.origin})\n`);
    io.stdout.write(formatTable(["KEY", "VALUE", "ORIGIN", "WHERE"], subagentRows(type, io.cwd), paint));
  }
  printWarnings(io, prepared.problems);
  return EXIT.done;
}

function masked(value: ConfigValue): ConfigValue {
  const shadows = isSecretPath(value.path) ? [] : value.shadows;
  return { ...value, value: maskSecrets(value.value, value.path), shadows };
}

function valueJson({ key, value, origin, position, shadows }: ConfigValue & { readonly key: string }): object {
  const { file, line, column } = position ?? { file: null, line: null, column: null };
  return { key, value, origin, file, line, column, shadows };
}

function text(value: unknown): string {
  return truncate(cell(typeof value === "string" ? value : JSON.stringify(value)), 60);
}
