import type { SkillDiagnostic } from "@antler/plugin-api";
import { SKILL_CODES } from "../skill-codes.js";
import { reporterFor } from "./skill-diagnostic.js";

export interface DecodedSkill {
  /** Without a byte order mark at the start; U+FEFF elsewhere is data. */
  readonly text: string;
  readonly diagnostic: SkillDiagnostic | null;
}

/**
 * Bytes that are not UTF-8 become U+FFFD in `text`, and the diagnostic says where the first of them stands:
 * the front matter may still be good, and its restrictions then hold.
 */
export function decodeSkill(content: Uint8Array | string, file: string): DecodedSkill {
  if (typeof content === "string") return { text: withoutMark(content), diagnostic: null };
  const text = withoutMark(new TextDecoder("utf-8", { ignoreBOM: true }).decode(content));
  if (isUtf8(content)) return { text, diagnostic: null };
  const before = text.slice(0, Math.max(text.indexOf("\uFFFD"), 0)).split("\n");
  return {
    text,
    diagnostic: reporterFor(file).error(
      SKILL_CODES.encoding,
      "the file has bytes that are not UTF-8",
      "Save the file as UTF-8.",
      { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 },
    ),
  };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
