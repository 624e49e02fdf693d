import {
  type AntlerError,
  type ConfigProblem,
  type ModelCatalog,
  type SourcePosition,
  unknownNameHint,
} from "@antler/plugin-api";
import { loopLimitProblems } from "../loop/loop-limits.js";
import type { ResilienceSettings } from "./settings.js";

type Locate = (path: readonly (string | number)[]) => SourcePosition | undefined;

/** Settings that contradict each other or name models that are not there. */
export function checkSettings(
  settings: ResilienceSettings,
  models: ModelCatalog | undefined,
  locate: Locate,
): readonly ConfigProblem[] {
  const known = models?.names() ?? [];
  const named = [
    ...(settings.modelCalls?.fallbackModels ?? []).map((name, index) => ({
      name,
      path: ["model_errors", "fallback_models", index],
    })),
    ...(settings.summarization?.model === undefined
      ? []
      : [{ name: settings.summarization.model, path: ["summarization", "model"] }]),
  ];
  return [
    ...(settings.loops === undefined ? [] : loopLimitProblems(settings.loops)).map(({ path, message }) =>
      problem("ANTLER_RESILIENCE_LIMITS", message, "Put the two limits in order.", ["loop_detection", ...path], locate),
    ),
    ...percentProblems(settings, locate),
    ...named
      .filter(({ name }) => !known.includes(name))
      .map(({ name, path }) =>
        problem("ANTLER_RESILIENCE_MODEL", `there is no model "${name}"`, unknownNameHint(name, known), path, locate),
      ),
  ];
}

function percentProblems({ summarization }: ResilienceSettings, locate: Locate): readonly ConfigProblem[] {
  if (summarization === undefined || summarization.keepPercent < summarization.triggerPercent) return [];
  const { keepPercent, triggerPercent } = summarization;
  return [
    {
      code: "ANTLER_RESILIENCE_PERCENT",
      severity: "error",
      message: `resilience: keep_percent (${keepPercent}) is not below trigger_percent (${triggerPercent}), so summarising would free nothing`,
      hint: "Lower `keep_percent`.",
      position: locate(["summarization", "keep_percent"]) ?? locate(["summarization"]),
    },
  ];
}

function problem(
  code: AntlerError["code"],
  message: string,
  hint: string,
  path: readonly (string | number)[],
  locate: Locate,
): ConfigProblem {
  return {
    code,
    severity: "error",
    message: `resilience.${path.join(".")}: ${message}`,
    hint,
    position: locate(path) ?? locate(path.slice(0, 1)),
  };
}
