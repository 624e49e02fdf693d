import {
  AntlerError,
  type Isolation,
  type ProbeReport,
  type SandboxBackend,
  type SandboxCapabilities,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import type { SandboxConfig } from "../config/sandbox-config.js";

/** What `auto` tries, in order. Never `local`: no boundary must be asked for. */
const AUTO_ORDER = ["bubblewrap", "virtual"];
const STRENGTH: readonly Isolation[] = ["none", "interpreter", "namespace", "container", "vm"];

/** A backend that `auto` tried first. */
export interface PassedOver {
  readonly name: string;
  readonly reason: string;
  readonly fix: string | undefined;
}
export type Choice =
  | { readonly backend: SandboxBackend; readonly report: ProbeReport; readonly passedOver: readonly PassedOver[] }
  | { readonly backend: undefined; readonly reason: string; readonly fix: string };

/**
 * The backend that the config asks for. `auto` finding none is a choice too: file tools say so when they are used.
 * Throws ANTLER_SANDBOX_BACKEND_UNKNOWN, ANTLER_SANDBOX_BACKEND_UNAVAILABLE, ANTLER_SANDBOX_REQUIREMENT.
 */
export async function chooseBackend(
  backends: readonly SandboxBackend[],
  config: Pick<SandboxConfig, "use" | "require" | "network">,
): Promise<Choice> {
  const choice = config.use === "auto" ? await automatic(backends) : await named(backends, config.use);
  assertRequirement(choice, config);
  return choice;
}

async function named(backends: readonly SandboxBackend[], name: string): Promise<Choice> {
  const backend = backends.find((candidate) => candidate.name === name);
  if (backend === undefined) throw new AntlerError(unknownBackend(name, backends));
  const report = await backend.probe();
  if (!report.available)
    throw new AntlerError({
      code: "ANTLER_SANDBOX_BACKEND_UNAVAILABLE",
      message: `the sandbox backend "${name}" does not work here: ${report.reason ?? "its probe failed"}`,
      hint: report.fix ?? "Run `antler doctor`, or set `sandbox.use: auto`.",
    });
  return { backend, report, passedOver: [] };
}

export function unknownBackend(name: string, backends: readonly SandboxBackend[]): Warning {
  return {
    code: "ANTLER_SANDBOX_BACKEND_UNKNOWN",
    message: `there is no sandbox backend "${name}"`,
    hint: unknownNameHint(name, ["auto", ...backends.map((candidate) => candidate.name)]),
  };
}

async function automatic(backends: readonly SandboxBackend[]): Promise<Choice> {
  const passedOver: PassedOver[] = [];
  for (const name of AUTO_ORDER) {
    const backend = backends.find((candidate) => candidate.name === name);
    if (backend === undefined) {
      passedOver.push({ name, reason: "its plugin is not loaded", fix: undefined });
      continue;
    }
    const report = await backend.probe();
    if (report.available) return { backend, report, passedOver };
    passedOver.push({ name, reason: report.reason ?? "its probe failed", fix: report.fix });
  }
  const reasons = passedOver.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  const fix = passedOver.find((backend) => backend.fix !== undefined)?.fix ?? "Install bubblewrap.";
  return { backend: undefined, reason: `No sandbox backend works here (${reasons}).`, fix };
}

/** The network that commands get: a backend that cannot take it from them leaves them the host's. */
export function networkOf(config: Pick<SandboxConfig, "network">, given: SandboxCapabilities): "none" | "host" {
  return config.network === "none" && !given.network.includes("none") ? "host" : config.network;
}

function assertRequirement(choice: Choice, config: Pick<SandboxConfig, "require" | "network">): void {
  const given = choice.backend === undefined ? undefined : choice.report.capabilities;
  const problems = [...isolationProblems(config, given), ...networkProblems(config, given)];
  if (problems.length === 0) return;
  throw new AntlerError({
    code: "ANTLER_SANDBOX_REQUIREMENT",
    message: `the sandbox ${choice.backend?.name ?? "(none)"} is not enough: ${problems.join("; ")}`,
    hint: hintFor(choice),
  });
}

function isolationProblems({ require }: Pick<SandboxConfig, "require">, given?: SandboxCapabilities): string[] {
  const { isolation } = require;
  if (isolation === undefined) return [];
  if (given !== undefined && STRENGTH.indexOf(given.isolation) >= STRENGTH.indexOf(isolation)) return [];
  return [`isolation "${isolation}" is required and there is "${given?.isolation ?? "none"}"`];
}

function networkProblems(
  { require, network }: Pick<SandboxConfig, "require" | "network">,
  given?: SandboxCapabilities,
): string[] {
  if (given === undefined) return require.network === undefined ? [] : [`network "${require.network}" is required`];
  const actual = networkOf({ network }, given);
  if (!given.network.includes(actual)) return [`\`network: ${network}\` is set and it has none`];
  if (require.network === undefined || require.network === actual) return [];
  return given.network.includes(require.network)
    ? [`network "${require.network}" is required and \`network: ${network}\` is set`]
    : [`network "${require.network}" is required and cannot be enforced`];
}

function hintFor(choice: Choice): string {
  if (choice.backend === undefined) return `${choice.reason} ${choice.fix}`;
  const others = choice.passedOver.map(({ name, reason, fix }) => `${name}: ${reason} ${fix ?? ""}`.trim());
  return others.length > 0 ? others.join(" ") : "Change `sandbox.use`, `sandbox.network` or `sandbox.require`.";
}
