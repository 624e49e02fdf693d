import { relative } from "node:path";
import type { ConfigProblem } from "@antler/plugin-api";
import { sentences } from "../terminal/sentences.js";

/** One workflow command of GitHub Actions, which becomes an annotation at the line. */
export function githubAnnotation(problem: ConfigProblem, cwd: string): string {
  const { position } = problem;
  const place =
    position === undefined
      ? []
      : [`file=${property(relative(cwd, position.file))}`, `line=${position.line}`, `col=${position.column}`];
  const properties = [...place, `title=${property(problem.code)}`].join(",");
  return `::${problem.severity} ${properties}::${data(sentences(problem.message, problem.hint))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
