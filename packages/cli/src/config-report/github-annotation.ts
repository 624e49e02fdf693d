import { relative } from "node:path";
import type { ConfigProblem } from "@antler/plugin-api";

/** One workflow command of GitHub Actions, which becomes an annotation at the line. */
export function githubAnnotation(problem: ConfigProblem, cwd: string): string {
  const { position } = problem;
  const place =
    position === undefined
      ? []
      : [`file=${property(relative(cwd, position.file))}`, `line=${position.line}`, `col=${position.column}`];
  const properties = [...place, `title=${property(problem.code)}`].join(",");
  return `::${problem.severity} ${properties}::${data([problem.message, problem.hint].filter(Boolean).join(". "))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
