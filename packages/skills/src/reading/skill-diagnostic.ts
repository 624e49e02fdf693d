import type { ErrorCode, SkillDiagnostic, SourcePosition } from "@antler/plugin-api";

/** Builds the diagnostics of one file: line 1, column 1 where nothing better is known. */
export interface Reporter {
  error(code: ErrorCode, message: string, hint: string, position?: SourcePosition): SkillDiagnostic;
  warning(code: ErrorCode, message: string, hint: string, position?: SourcePosition): SkillDiagnostic;
}

export function reporterFor(file: string): Reporter {
  const start: SourcePosition = { file, line: 1, column: 1 };
  const build =
    (severity: SkillDiagnostic["severity"]) =>
    (code: ErrorCode, message: string, hint: string, position: SourcePosition = start): SkillDiagnostic => ({
      severity,
      code,
      message,
      hint,
      position,
    });
  return { error: build("error"), warning: build("warning") };
}
