import { open } from "node:fs/promises";
import { errorText, type SkillDiagnostic } from "@antler/plugin-api";
import { type ReadSkillOptions, readSkill, type SkillReading } from "../reading/read-skill.js";
import { reporterFor } from "../reading/skill-diagnostic.js";
import { SKILL_CODES } from "../skill-codes.js";

export interface SkillFileOptions {
  readonly reading: NonNullable<ReadSkillOptions["reading"]>;
  /** A larger file gives its front matter but no body. */
  readonly maxFileBytes: number;
}
/** Reads files, and reads a file again only after it has changed. */
export interface SkillFileReader {
  read(file: string): Promise<SkillReading>;
}

interface Remembered {
  readonly version: string;
  readonly reading: SkillReading;
}

/**
 * A file that was read once and cannot be read now keeps its restrictions: the skill stays, without a body and with an error.
 * One that could never be read is no skill.
 */
export function createSkillFileReader(options: SkillFileOptions): SkillFileReader {
  const remembered = new Map<string, Remembered>();
  return {
    read: async (file) => {
      try {
        const current = await readFileAt(file, options, remembered.get(file));
        remembered.set(file, current);
        return current.reading;
      } catch (error) {
        return withoutBody(remembered.get(file)?.reading, unreadable(file, error));
      }
    },
  };
}

async function readFileAt(file: string, options: SkillFileOptions, last: Remembered | undefined): Promise<Remembered> {
  const handle = await open(file, "r");
  try {
    const { size, mtimeMs, ino } = await handle.stat();
    const version = `${size} ${mtimeMs} ${ino}`;
    if (last?.version === version) return last;
    const cut = size > options.maxFileBytes;
    const buffer = Buffer.alloc(Math.min(size, options.maxFileBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    const reading = readSkill(buffer.subarray(0, bytesRead), { file, reading: options.reading, cut });
    if (!cut) return { version, reading };
    return {
      version,
      reading: { ...reading, diagnostics: [...reading.diagnostics, tooLarge(file, size, options.maxFileBytes)] },
    };
  } finally {
    await handle.close();
  }
}

function withoutBody(last: SkillReading | undefined, diagnostic: SkillDiagnostic): SkillReading {
  if (last === undefined || last.skill === null) return { skill: null, fields: null, diagnostics: [diagnostic] };
  return { ...last, skill: { ...last.skill, body: null }, diagnostics: [...last.diagnostics, diagnostic] };
}

function unreadable(file: string, error: unknown): SkillDiagnostic {
  const message = `the file cannot be read: ${errorText(error)}`;
  return reporterFor(file).error(SKILL_CODES.unreadable, message, "Make the file readable, or remove its folder.");
}

function tooLarge(file: string, size: number, most: number): SkillDiagnostic {
  const message = `the file has ${size} bytes; above ${most} the body is left out, the restrictions hold`;
  return reporterFor(file).error(
    SKILL_CODES.tooLarge,
    message,
    "Move text into files beside it, or raise skills.max_file_bytes.",
  );
}
