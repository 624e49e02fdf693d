import {
  type DoctorCheck,
  type DoctorFinding,
  errorText,
  isAntlerError,
  type Limits,
  type PlatformServices,
  type ProbeReport,
  SANDBOX_BACKEND,
} from "@antler/plugin-api";
import type { SandboxConfig } from "../config/sandbox-config.js";
import type { ThreadSandboxService } from "./sandbox-service.js";

const LIMIT_NAMES: Readonly<Record<keyof Limits, string>> = {
  memoryBytes: "memory",
  pids: "processes",
  cpus: "cpu",
  fileBytes: "file size",
  diskBytes: "disk",
  openFiles: "open files",
  tmpBytes: "/tmp",
};

/** Which backend is used here, what it enforces, and what to install for more. */
export function sandboxDoctor(
  config: SandboxConfig,
  service: ThreadSandboxService,
  services: PlatformServices,
): DoctorCheck {
  return {
    name: "sandbox",
    run: async () => {
      const findings: DoctorFinding[] = [];
      let used: string | undefined;
      try {
        const choice = await service.choose();
        used = choice.backend?.name;
        if (choice.backend === undefined)
          findings.push({ subject: "sandbox", status: "failed", message: choice.reason, fix: choice.fix });
        else
          findings.push({
            subject: "sandbox",
            status: choice.passedOver.length > 0 || choice.report.warnings.length > 0 ? "warning" : "ok",
            message: [
              `\`use: ${config.use}\` takes ${choice.backend.name}.`,
              ...choice.passedOver.map(({ name, reason }) => `Not ${name}: ${reason}`),
            ].join(" "),
          });
      } catch (error) {
        findings.push({
          subject: "sandbox",
          status: "failed",
          message: errorText(error),
          fix: isAntlerError(error) ? error.hint : undefined,
        });
      }
      for (const backend of services.all(SANDBOX_BACKEND)) {
        const report = await backend.probe();
        findings.push(backendFinding(backend.name, report, backend.name === used));
      }
      return findings;
    },
  };
}

function backendFinding(name: string, report: ProbeReport, used: boolean): DoctorFinding {
  const subject = `sandbox backend ${name}`;
  if (!report.available)
    return {
      subject,
      status: used ? "failed" : "skipped",
      message: report.reason ?? "Its probe failed.",
      fix: report.fix,
    };
  return {
    subject,
    status: used && report.warnings.length > 0 ? "warning" : "ok",
    message: [describe(report), ...report.warnings].join(" "),
    fix: report.fix,
  };
}

function describe({ capabilities }: ProbeReport): string {
  const limits = Object.entries(LIMIT_NAMES).map(
    ([key, label]) => `${label}: ${capabilities.limits[key as keyof Limits]}`,
  );
  const commands = capabilities.exec ? "runs commands" : "runs no commands";
  return `Isolation ${capabilities.isolation}, ${commands}, network ${capabilities.network.join(" or ")}. Limits: ${limits.join(", ")}.`;
}
