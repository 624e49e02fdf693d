import type { Platform, PlatformOptions } from "@antler/core";
import {
  type ConfigProblem,
  errorText,
  isAntlerError,
  type SourcePosition,
  SUBAGENT_REGISTRY,
  type Warning,
} from "@antler/plugin-api";
import { resolveAgent } from "./resolve-agent.js";

/**
 * Every problem of a config, without starting anything: what the kernel and the plugins find, and what comes to light when
 * the agents are put together from it (tools and skills that do not exist, an agent without any tool).
 */
export async function allProblems(options: PlatformOptions): Promise<readonly ConfigProblem[]> {
  const { checkPrepared, createRunningPlatform, preparePlatform } = await import("@antler/core");
  const prepared = await preparePlatform(options);
  // A reference that leads nowhere does not keep the agents from being put together; a plugin without its config does.
  const isSound = !prepared.problems.some(({ severity }) => severity === "error");
  const problems = [...(await checkPrepared(prepared))];
  if (!isSound) return unique(problems);
  problems.push(...(await agentProblems(createRunningPlatform(prepared))));
  problems.push(...prepared.models.names().flatMap((name) => prepared.models.check(name).map(asProblem)));
  problems.push(...prepared.warnings.map(asProblem));
  return unique(problems);
}

async function agentProblems(platform: Platform): Promise<readonly ConfigProblem[]> {
  const registry = platform.services.find(SUBAGENT_REGISTRY);
  const problems: ConfigProblem[] = [];
  for (const name of ["lead", ...(registry?.names() ?? [])]) {
    try {
      problems.push(...(await resolveAgent(platform, name)).warnings.map(asProblem));
    } catch (error) {
      problems.push(failure(name, error));
    }
  }
  return problems;
}

function asProblem(warning: Warning): ConfigProblem {
  return { severity: "warning", ...warning };
}

function failure(agent: string, error: unknown): ConfigProblem {
  const known = isAntlerError(error) ? error : undefined;
  return {
    severity: "error",
    code: known?.code ?? "ANTLER_CONFIG_AGENT_BROKEN",
    message: known?.message ?? `the agent "${agent}" cannot be put together: ${errorText(error)}`,
    hint: known?.hint,
    position: known?.position,
  };
}

/** The same thing is often found for several agents, and a second time without its place. */
function unique(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  const placed = new Set(problems.flatMap(({ code, position }) => (position === undefined ? [] : [code])));
  const told = problems.filter(({ code, position }) => position !== undefined || !placed.has(code));
  const key = ({ code, message, position }: ConfigProblem): string => `${code} ${message} ${placeOf(position)}`;
  return [...new Map(told.map((problem) => [key(problem), problem] as const).reverse()).values()].reverse();
}
function placeOf(position: SourcePosition | undefined): string {
  return position === undefined ? "" : `${position.file}:${position.line}:${position.column}`;
}
