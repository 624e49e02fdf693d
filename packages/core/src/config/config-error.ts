import { AntlerError, type ConfigProblem, isAntlerError } from "@antler/plugin-api";

/** Config that cannot be used. Carries every problem that was found, not only the first. */
export class ConfigError extends AntlerError {
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[], file: string) {
    const errors = problems.filter((problem) => problem.severity === "error");
    const first = errors[0];
    super({
      code: "ANTLER_CONFIG_INVALID",
      message: errors.length === 1 && first !== undefined ? first.message : `${file} has ${errors.length} problems`,
      hint: errors.length === 1 ? first?.hint : "Run `antler config check` to see them with their lines.",
      position: first?.position,
    });
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/** Use instead of `instanceof`. */
export function isConfigError(error: unknown): error is ConfigError {
  return isAntlerError(error, "ANTLER_CONFIG_INVALID") && "problems" in error;
}
