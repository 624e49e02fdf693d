import type { Platform } from "@antler/core";
import { type DoctorFinding, errorText, MODEL_CATALOG, MODEL_PROVIDER, type ModelContext } from "@antler/plugin-api";

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
  const entry = platform.services.get(MODEL_CATALOG).entry(name);
  const provider = entry && platform.services.find(MODEL_PROVIDER, entry.use);
  if (entry === undefined || provider === undefined) return [];
  const context = modelContext(platform, name);
  try {
    const problems = provider.check?.(entry, context) ?? [];
    if (problems.length > 0)
      return problems.map(({ message, hint }) => ({ subject, status: "failed", message, fix: hint }));
    if (!probe || provider.probe === undefined)
      return [
        {
          subject,
          status: "ok",
          message: `${entry.use}; ${provider.probe ? "not asked (use --probe)" : "needs no endpoint"}`,
        },
      ];
    return await provider.probe(entry, context, signal);
  } catch (error) {
    return [{ subject, status: "failed", message: errorText(error) }];
  }
}

function modelContext({ config }: Platform, name: string): ModelContext {
  const models: unknown = config.value["models"];
  const index = Array.isArray(models) ? models.findIndex((entry) => entry?.name === name) : -1;
  return {
    configDir: config.dir,
    locate: (key) => config.locate(["models", index, key]) ?? config.locate(["models", index]),
  };
}
