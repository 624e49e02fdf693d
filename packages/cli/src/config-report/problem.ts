import type { ConfigProblem } from "@antler/plugin-api";

/** In the order of the file; what has no place comes first. */
export function sortProblems(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return [...problems].sort(
    (a, b) =>
      (a.position?.file ?? "").localeCompare(b.position?.file ?? "") ||
      (a.position?.line ?? 0) - (b.position?.line ?? 0) ||
      (a.position?.column ?? 0) - (b.position?.column ?? 0),
  );
}

/** The documented JSON of one problem. */
export function problemJson(problem: ConfigProblem, frame: string | null): object {
  return {
    severity: problem.severity,
    code: problem.code,
    message: problem.message,
    hint: problem.hint ?? null,
    file: problem.position?.file ?? null,
    line: problem.position?.line ?? null,
    column: problem.position?.column ?? null,
    frame,
  };
}
