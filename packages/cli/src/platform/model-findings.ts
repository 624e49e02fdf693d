import type { Platform } from "@antler/core";
import { type DoctorFinding, errorText, MODEL_CATALOG } from "@antler/plugin-api";

/** Whether each configured model has what it needs; with `probe` also whether its endpoint agrees. */
export async function modelFindings(
  platform: Platform,
  probe: boolean,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const catalog = platform.services.get(MODEL_CATALOG);
  const names = catalog.names();
  if (names.length === 0)
    return [
      {
        subject: "models",
        status: "failed",
        message: "no model is configured",
        fix: "Add one under `models:` in config.yaml; `antler init` writes an example.",
      },
    ];
  const findings = await Promise.all(names.map((name) => oneModel(platform, name, probe, signal)));
  return findings.flat();
}

async function oneModel(
  platform: Platform,
  name: string,
  probe: boolean,
  signal: AbortSignal,
): Promise<readonly DoctorFinding[]> {
  const subject = `model ${name}`;
  const catalog = platform.services.get(MODEL_CATALOG);
  try {
    const problems = catalog.check(name);
    if (problems.length > 0)
      return problems.map(({ message, hint, position }) => ({
        subject,
        status: "failed",
        message,
        fix: hint,
        position,
      }));
    const asked = probe ? catalog.probe(name, signal) : undefined;
    if (asked !== undefined) return await asked;
    const use = catalog.entry(name)?.use ?? "";
    return [{ subject, status: "ok", message: `${use}; ${probe ? "needs no endpoint" : "not asked (use --probe)"}` }];
  } catch (error) {
    return [{ subject, status: "failed", message: errorText(error) }];
  }
}
