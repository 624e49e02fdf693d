import {
  AntlerError,
  type Isolation,
  type ProbeReport,
  type SandboxBackend,
  unknownNameHint,
  type Warning,
} from "@antler/plugin-api";
import type { SandboxConfig } from "../config/sandbox-config.js";

/** What `auto` tries, in order. Never `local`: no boundary must be asked for. */
const AUTO_ORDER = ["bubblewrap", "virtual"];
const STRENGTH: readonly Isolation[] = ["none", "interpreter", "namespace", "container", "vm"];

export type Choice =
  | { readonly backend: SandboxBackend; readonly report: ProbeReport; readonly passedOver: readonly string[] }
  | { readonly backend: undefined; readonly reason: string; readonly fix: string };

/**
 * The backend that the config asks for. `auto` finding none is a choice too: file tools say so when they are used.
 * Throws ANTLER_SANDBOX_BACKEND_UNKNOWN, ANTLER_SANDBOX_BACKEND_UNAVAILABLE, ANTLER_SANDBOX_REQUIREMENT.
 */
export async function chooseBackend(
  backends: readonly SandboxBackend[],
  config: Pick<SandboxConfig, "use" | "require">,
): Promise<Choice> {
  const choice = config.use === "auto" ? await automatic(backends) : await named(backends, config.use);
  assertRequirement(choice, config.require);
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
  const passedOver: string[] = [];
  let fix = "Install bubblewrap, or set `sandbox.use` to a backend that is there.";
  for (const name of AUTO_ORDER) {
    const backend = backends.find((candidate) => candidate.name === name);
    if (backend === undefined) {
      passedOver.push(`${name}: its plugin is not loaded`);
      continue;
    }
    const report = await backend.probe();
    if (report.available) return { backend, report, passedOver };
    passedOver.push(`${name}: ${report.reason ?? "its probe failed"}`);
    fix = report.fix ?? fix;
  }
  return { backend: undefined, reason: `No sandbox backend works here (${passedOver.join("; ")}).`, fix };
}

function assertRequirement(choice: Choice, required: SandboxConfig["require"]): void {
  const { isolation, network } = required;
  if (isolation === undefined && network === undefined) return;
  const given = choice.backend === undefined ? undefined : choice.report.capabilities;
  const problems = [
    ...(isolation !== undefined &&
    (given === undefined || STRENGTH.indexOf(given.isolation) < STRENGTH.indexOf(isolation))
      ? [`isolation "${isolation}" is required and there is "${given?.isolation ?? "none"}"`]
      : []),
    ...(network !== undefined && given?.network.includes(network) !== true
      ? [`network "${network}" is required and cannot be enforced`]
      : []),
  ];
  if (problems.length === 0) return;
  throw new AntlerError({
    code: "ANTLER_SANDBOX_REQUIREMENT",
    message: `the sandbox ${choice.backend?.name ?? "(none)"} is not enough: ${problems.join("; ")}`,
    hint:
      choice.backend === undefined
        ? `${choice.reason} ${choice.fix}`
        : [...choice.passedOver, "Run `antler doctor`."].join(" "),
  });
}
