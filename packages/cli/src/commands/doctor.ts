import { DOCTOR_CHECK, type DoctorFinding, errorText, isAntlerError } from "@antler/plugin-api";
import { EXIT, type ExitCode } from "../exit-code.js";
import { basicFindings } from "../platform/basic-findings.js";
import { withPlatform } from "../platform/with-platform.js";
import type { PlatformFlags } from "../program/common-options.js";
import { interruptible } from "../terminal/interrupt.js";
import type { Io } from "../terminal/io.js";
import { errorFacts, showPosition } from "../terminal/print-error.js";
import { printJson } from "../terminal/print-json.js";
import { sanitize } from "../terminal/sanitize.js";
import { painterFor, type Tone } from "../terminal/style.js";

export interface DoctorFlags extends PlatformFlags {
  readonly probe?: boolean;
}

/** `antler doctor`: exit 1 when a check failed. A config that cannot be used is one of the findings. */
export async function doctor(io: Io, flags: DoctorFlags): Promise<ExitCode> {
  const interrupt = interruptible(io);
  const findings: DoctorFinding[] = [nodeFinding()];
  try {
    await withPlatform(io, { ...flags, quiet: true }, async (platform) => {
      findings.push(...(await basicFindings(platform, flags.probe === true, interrupt.signal)));
      for (const check of platform.services.all(DOCTOR_CHECK)) {
        try {
          findings.push(...(await check.run({ probe: flags.probe === true, signal: interrupt.signal })));
        } catch (error) {
          findings.push({
            subject: check.name,
            status: "failed",
            message: `the check itself failed: ${errorText(error)}`,
          });
        }
      }
    });
  } catch (error) {
    const { message, hint } = errorFacts(error);
    const position = isAntlerError(error) ? error.position : undefined;
    findings.push({ subject: "config", status: "failed", message, fix: hint ?? undefined, position });
  } finally {
    interrupt.dispose();
  }
  if (flags.json === true) printJson(io, findings.map(findingJson));
  else printFindings(io, findings);
  return interrupt.exitCode() ?? (findings.some(({ status }) => status === "failed") ? EXIT.failed : EXIT.done);
}

function findingJson({ subject, status, message, fix, position }: DoctorFinding): object {
  const { file, line, column } = position ?? { file: null, line: null, column: null };
  return { subject, status, message, fix: fix ?? null, file, line, column };
}

const OLDEST_NODE = [20, 19] as const;

function nodeFinding(): DoctorFinding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const fits = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  const message = `node ${process.versions.node} on ${process.platform} ${process.arch}`;
  if (fits) return { subject: "node", status: "ok", message };
  return { subject: "node", status: "failed", message, fix: `Install node ${OLDEST_NODE.join(".")} or newer.` };
}

const MARKS = {
  ok: ["ok", "good"],
  warning: ["warning", "warn"],
  failed: ["failed", "bad"],
  skipped: ["skipped", "dim"],
} as const satisfies Record<DoctorFinding["status"], readonly [string, Tone]>;

function printFindings(io: Io, findings: readonly DoctorFinding[]): void {
  const paint = painterFor(io, io.stdout);
  for (const { subject, status, message, fix, position } of findings) {
    const [word, tone] = MARKS[status];
    const place = position === undefined ? "" : ` at ${showPosition(position, io.cwd)}`;
    const text = `${paint("strong", sanitize(subject))}: ${sanitize(message)}${place}`;
    io.stdout.write(`${paint(tone, word.padEnd(8))} ${text}\n`);
    if (fix !== undefined) io.stdout.write(`         fix: ${sanitize(fix)}\n`);
  }
}
