import { resolve } from "node:path";
import { checkSkills, formatSkillDiagnostic, skillCheckPasses } from "@antler/skills";
import { EXIT, type ExitCode } from "../exit-code.js";
import { plural } from "../terminal/format-number.js";
import type { Io } from "../terminal/io.js";
import { showFile } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { oneLine } from "../terminal/sanitize.js";
import { painterFor } from "../terminal/style.js";

export interface SkillsCheckFlags {
  readonly json?: boolean;
  readonly strict?: boolean;
  readonly verbose?: boolean;
}

/** `antler skills check PATH...`: exit 1 when one does not load. Needs no config. */
export async function skillsCheck(io: Io, paths: readonly string[], flags: SkillsCheckFlags): Promise<ExitCode> {
  const absolute = paths.map((path) => resolve(io.cwd, path));
  const report = await checkSkills(absolute, { strict: flags.strict === true });
  const code = skillCheckPasses(report) ? EXIT.done : EXIT.failed;
  if (flags.json === true) {
    printJson(io, report);
    return code;
  }
  const paint = painterFor(io, io.stdout);
  for (const skill of report.skills) {
    const mark = skill.ok ? paint("good", "ok    ") : paint("bad", "failed");
    io.stdout.write(
      `${mark} ${oneLine(skill.name)}  ${showFile(skill.file, io.cwd)}  about ${plural(skill.tokens, "token")}\n`,
    );
    for (const diagnostic of skill.diagnostics)
      io.stdout.write(
        `       ${oneLine(formatSkillDiagnostic({ ...diagnostic, file: showFile(diagnostic.file, io.cwd) }))}\n`,
      );
  }
  const failed = report.skills.filter((skill) => !skill.ok).length;
  io.stdout.write(`${plural(report.skills.length, "skill")}, ${failed} failed\n`);
  return code;
}
