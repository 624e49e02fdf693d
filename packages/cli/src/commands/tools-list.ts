import { EXIT, type ExitCode } from "../exit-code.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import type { Io } from "../terminal/io.js";
import { printJson } from "../terminal/print-json.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";

/** `antler tools list`: what every provider offers the lead, kept or not. */
export async function toolsList(io: Io, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async (platform) => {
    const lead = await platform.resolve("lead");
    const offered = new Map(lead.tools.map((tool) => [tool.name, tool]));
    const tools = lead.decisions.map((decision) => ({
      name: decision.name,
      group: decision.group,
      provider: decision.provider,
      plugin: offered.get(decision.name)?.plugin ?? null,
      verdict: decision.verdict,
      description: offered.get(decision.name)?.description ?? null,
    }));
    if (flags.json === true) {
      printJson(io, tools);
      return EXIT.done;
    }
    const rows = tools.map((tool) => [
      cell(tool.name),
      cell(tool.group),
      cell(tool.provider),
      tool.verdict,
      cell(tool.description),
    ]);
    io.stdout.write(
      formatTable(["TOOL", "GROUP", "PROVIDER", "LEAD", "DESCRIPTION"], rows, painterFor(io, io.stdout), 60),
    );
    return EXIT.done;
  });
}
