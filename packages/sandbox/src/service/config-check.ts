import {
  type ConfigCheck,
  type ConfigProblem,
  type PlatformServices,
  SANDBOX_BACKEND,
  type SourcePosition,
} from "@antler/plugin-api";
import type { SandboxConfig } from "../config/sandbox-config.js";
import { isBlockedEnvName } from "../env/blocked-names.js";
import { isValidEnvName } from "../env/env-names.js";
import { MIN_MASKED_LENGTH } from "../env/mask-values.js";
import { unknownBackend } from "./choose-backend.js";
import { configuredMounts } from "./sandbox-mounts.js";

type Locate = (path: readonly (string | number)[]) => SourcePosition | undefined;

/** What a schema cannot say about the section `sandbox`. Looks at folders, starts nothing. */
export function sandboxConfigCheck(config: SandboxConfig, locate: Locate, services: PlatformServices): ConfigCheck {
  return {
    name: "sandbox",
    check: () => [
      ...useProblems(config, locate, services),
      ...configuredMounts(config.mounts).warnings.map(
        ({ index, ...warning }): ConfigProblem => ({
          ...warning,
          severity: "warning",
          position: locate(["mounts", index]),
        }),
      ),
      ...nameProblems(config, locate),
    ],
  };
}

function useProblems(config: SandboxConfig, locate: Locate, services: PlatformServices): readonly ConfigProblem[] {
  const backends = services.all(SANDBOX_BACKEND);
  const problems: ConfigProblem[] = [];
  if (config.use !== "auto" && !backends.some(({ name }) => name === config.use))
    problems.push({ ...unknownBackend(config.use, backends), severity: "error", position: locate(["use"]) });
  if (config.allowHostBash && config.use !== "local")
    problems.push({
      severity: "warning",
      code: "ANTLER_SANDBOX_HOST_BASH_UNUSED",
      message: "sandbox.allow_host_bash has no effect without `use: local`",
      hint: "Remove it, or set `sandbox.use: local` if commands are to run without any boundary.",
      position: locate(["allow_host_bash"]),
    });
  return problems;
}

function nameProblems(config: SandboxConfig, locate: Locate): readonly ConfigProblem[] {
  const badNames = (key: "env" | "secrets"): ConfigProblem[] =>
    Object.keys(config[key])
      .filter((name) => !isValidEnvName(name))
      .map((name) => ({
        severity: "error",
        code: "ANTLER_SANDBOX_ENV_NAME",
        message: `sandbox.${key} has ${JSON.stringify(name)}, which is no name of an environment variable`,
        hint: "Use letters, digits and _; the first is no digit.",
        position: locate([key, name]),
      }));
  const blocked = config.envAllow.filter(isBlockedEnvName).map(
    (name): ConfigProblem => ({
      severity: "warning",
      code: "ANTLER_SANDBOX_ENV_BLOCKED",
      message: `sandbox.env_allow lists ${name}, which looks like a secret and is not handed to commands`,
      hint: `Give it by name under \`sandbox.secrets\`: ${name}: $${name}.`,
      position: locate(["env_allow"]),
    }),
  );
  const short = Object.entries(config.secrets)
    .filter(([, value]) => value.length < MIN_MASKED_LENGTH)
    .map(
      ([name]): ConfigProblem => ({
        severity: "warning",
        code: "ANTLER_SANDBOX_SECRET_SHORT",
        message: `the secret ${name} is shorter than ${MIN_MASKED_LENGTH} characters and is not masked in output`,
        hint: "Use a longer secret.",
        position: locate(["secrets", name]),
      }),
    );
  return [...badNames("env"), ...badNames("secrets"), ...blocked, ...short];
}
