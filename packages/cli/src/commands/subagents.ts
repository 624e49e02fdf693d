import { formatAllowlist, SUBAGENT_REGISTRY } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { agentUnknown } from "../platform/agent-unknown.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { sanitize } from "../terminal/sanitize.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";
import { truncate } from "../terminal/width.js";
import { subagentJson, subagentRows } from "./subagent-values.js";

/** `antler subagents list`: every type, and why one cannot be used here. */
export async function subagentsList(io: Io, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async ({ services }) => {
    const registry = services.get(SUBAGENT_REGISTRY);
    const types = (registry.allNames?.() ?? registry.names()).flatMap((name) => registry.get(name) ?? []);
    if (flags.json === true) {
      const json = types.map((type) => ({
        ...subagentJson(type),
        unavailable: registry.unavailable(type.name) ?? null,
      }));
      printJson(io, json);
      return EXIT.done;
    }
    const rows = types.map(({ name, origin, values }) => [
      cell(name),
      origin,
      marked(values.model.value, values.model.origin, origin),
      marked(String(values.maxTurns.value), values.maxTurns.origin, origin),
      marked(`${values.timeoutSeconds.value}s`, values.timeoutSeconds.origin, origin),
      truncate(cell(formatAllowlist(values.tools.value)), 40),
      truncate(cell(formatAllowlist(values.skills.value)), 30),
    ]);
    const titles = ["NAME", "ORIGIN", "MODEL", "MAX TURNS", "TIMEOUT", "TOOLS", "SKILLS"];
    io.stdout.write(formatTable(titles, rows, painterFor(io, io.stdout)));
    for (const { name } of types) {
      const reason = registry.unavailable(name);
      if (reason !== undefined) io.stdout.write(`${sanitize(name)} cannot be used here: ${sanitize(reason)}\n`);
    }
    return EXIT.done;
  });
}

/** `antler subagents show NAME`. Throws ANTLER_AGENT_NAME_UNKNOWN. */
export async function subagentsShow(io: Io, name: string, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async ({ services }) => {
    const registry = services.get(SUBAGENT_REGISTRY);
    const type = registry.get(name);
    if (type === undefined) throw agentUnknown(name, registry.names(), registry.unavailable(name));
    if (flags.json === true) {
      printJson(io, subagentJson(type));
      return EXIT.done;
    }
    io.stdout.write(`${type.name} (${type.origin})\n`);
    const rows = subagentRows(type, io.cwd);
    io.stdout.write(formatTable(["KEY", "VALUE", "ORIGIN", "WHERE"], rows, painterFor(io, io.stdout)));
    return EXIT.done;
  });
}

/** Values that do not come from the type's own definition say where they come from. */
function marked(text: string, origin: string, own: string): string {
  return origin === own ? cell(text) : `${cell(text)} (${origin})`;
}
