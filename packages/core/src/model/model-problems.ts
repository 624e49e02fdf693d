import {
  type ConfigProblem,
  MODEL_PROVIDER,
  type ModelEntry,
  type SourcePosition,
  unknownNameHint,
} from "@antler/plugin-api";
import { checkedValue } from "../config/checked-value.js";
import type { ConfigDocument } from "../config/config-document.js";
import type { KernelConfig } from "../config/kernel-config.js";
import type { Schema } from "../config/normalize.js";
import type { Kernel } from "../kernel/kernel.js";

/** What is wrong with `models`, once the providers are known. Completes `entries` with their checked values. */
export function modelProblems(
  config: KernelConfig,
  entries: ModelEntry[],
  kernel: Kernel,
  document: ConfigDocument,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const providers = kernel.all(MODEL_PROVIDER);
  const names = new Set<string>();
  config.models.forEach((entry, index) => {
    const place = config.modelIndexes[index] ?? index;
    const at = (key: string): SourcePosition | undefined => document.locate(["models", place, key]);
    if (names.has(entry.name))
      problems.push({
        severity: "warning",
        code: "ANTLER_MODEL_DUPLICATE",
        message: `two models are named "${entry.name}"; the first is used`,
        hint: "Rename one of them.",
        position: at("name"),
      });
    names.add(entry.name);
    const provider = providers.find(({ name, aliases }) => name === entry.use || aliases?.includes(entry.use) === true);
    if (provider === undefined) {
      problems.push({
        severity: "error",
        code: "ANTLER_MODEL_PROVIDER_UNKNOWN",
        message: `\`models.${place}.use\`: no model provider is named "${entry.use}"`,
        hint: providerHint(
          entry.use,
          providers.map((one) => one.name),
        ),
        position: at("use"),
      });
      return;
    }
    const { name, use: _use, ...rest } = entry;
    entries[index] = { ...rest, name, use: provider.name };
    if (provider.configSchema === undefined) return;
    const options = checkedValue(rest, provider.configSchema as Schema & object, ["models", place], document, problems);
    entries[index] = { ...(options as object), name, use: provider.name };
  });
  return problems;
}

/** Configs of Python systems name a class here. */
function providerHint(use: string, known: readonly string[]): string {
  const isClass = /^[\w.]+:\w+$/.test(use);
  return `${isClass ? "That is a class of Python; providers are named here. " : ""}${unknownNameHint(use, known)}`;
}

/** Whether `lead.model` names one of the models. */
export function leadModelProblems(
  { lead, models }: Pick<KernelConfig, "lead" | "models">,
  document: ConfigDocument,
): ConfigProblem[] {
  const names = models.map(({ name }) => name);
  if (lead.model === undefined || names.includes(lead.model)) return [];
  return [
    {
      severity: "error",
      code: "ANTLER_MODEL_UNKNOWN_REFERENCE",
      message: `\`lead.model\`: no model is named "${lead.model}"`,
      hint: unknownNameHint(lead.model, names),
      position: document.locate(["lead", "model"]),
    },
  ];
}
