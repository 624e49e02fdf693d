import type { Platform } from "@antler/core";
import { type DoctorFinding, formatPosition, SKILL_CATALOG } from "@antler/plugin-api";
import { modelFindings } from "./model-findings.js";

/** What the command line itself can say of a platform that started: config, plugins, models. */
export async function basicFindings(
  platform: Platform,
  probe: boolean,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  return [
    configFinding(platform),
    pluginFinding(platform),
    ...(await modelFindings(platform, probe, signal)),
    await skillFinding(platform),
  ];
}

function configFinding({ config, warnings }: Platform): DoctorFinding {
  if (warnings.length === 0) return { subject: "config", status: "ok", message: `${config.file} has no problems` };
  return {
    subject: "config",
    status: "warning",
    message: `${config.file} gives ${warnings.length} ${warnings.length === 1 ? "warning" : "warnings"}: ${warnings[0]?.message ?? ""}`,
    fix: "Run `antler config check` to see them with their lines.",
    position: warnings[0]?.position,
  };
}

function pluginFinding({ plugins }: Platform): DoctorFinding {
  const listed = plugins.filter((plugin) => plugin.origin === "config").map((plugin) => plugin.id);
  const more = listed.length === 0 ? "" : `, of which listed: ${listed.join(", ")}`;
  return { subject: "plugins", status: "ok", message: `${plugins.length} loaded${more}` };
}

async function skillFinding({ services }: Platform): Promise<DoctorFinding> {
  const listing = await services.find(SKILL_CATALOG)?.list();
  const { skills, diagnostics } = listing ?? { skills: [], diagnostics: [] };
  const message = `${skills.length} in force`;
  const [first] = diagnostics;
  if (first === undefined) return { subject: "skills", status: "ok", message };
  const place = first.position === undefined ? "" : `${formatPosition(first.position)}: `;
  return {
    subject: "skills",
    status: "warning",
    message: `${message}; ${diagnostics.length} ${diagnostics.length === 1 ? "problem" : "problems"}: ${place}${first.message}`,
    fix: first.hint ?? "Run `antler skills list` to see them all.",
  };
}
