import { SKILL_CATALOG } from "@antler/plugin-api";
import { formatSkillDiagnostic, listSkills } from "@antler/skills";
import { EXIT, type ExitCode } from "../exit-code.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { fullCount, plural } from "../terminal/format-number.js";
import type { Io } from "../terminal/io.js";
import { showFile } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { oneLine } from "../terminal/sanitize.js";
import { painterFor } from "../terminal/style.js";
import { cell, formatTable } from "../terminal/table.js";

/** `antler skills list`: the enabled skills, what they restrict, and about how many tokens they cost. */
export async function skillsList(io: Io, flags: PlatformFlags): Promise<ExitCode> {
  return await withPlatform(io, flags, async ({ services }) => {
    const report = await listSkills(services.get(SKILL_CATALOG));
    if (flags.json === true) {
      printJson(io, report);
      return EXIT.done;
    }
    const rows = report.skills.map((skill) => [
      cell(skill.name),
      skill.allowed_tools === null ? "any" : skill.allowed_tools.join(", ") || "none",
      fullCount(skill.tokens),
      showFile(skill.file, io.cwd),
      cell(skill.description),
    ]);
    io.stdout.write(
      formatTable(["SKILL", "TOOLS", "TOKENS", "FILE", "DESCRIPTION"], rows, painterFor(io, io.stdout), 48),
    );
    io.stdout.write(`${plural(rows.length, "skill")}, about ${plural(report.total_tokens, "token")}\n`);
    for (const diagnostic of report.diagnostics) io.stderr.write(`${oneLine(formatSkillDiagnostic(diagnostic))}\n`);
    return EXIT.done;
  });
}
