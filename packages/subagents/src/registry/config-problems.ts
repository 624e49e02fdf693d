import { type ConfigProblem, unknownNameHint, type Warning } from "@antler/plugin-api";
import { clampConcurrent } from "../admission/clamp-limit.js";
import type { RawSubagentsConfig } from "../config/config.js";
import { resolveTypes, type TypeInput } from "./resolve-types.js";
import { unknownType } from "./unknown-type.js";

/** What a schema cannot see: names that refer to nothing, definitions that are shadowed, a limit that is clamped. */
export function configProblems(
  raw: RawSubagentsConfig,
  input: TypeInput,
  models: readonly string[],
): readonly ConfigProblem[] {
  const { types, warnings } = resolveTypes(input);
  return [
    ...unknownOverrides(input, [...types.keys()]),
    ...[...types.values()].flatMap(({ effective }) => unknownModel(effective.name, effective.values.model, models)),
    ...warnings.map((warning): ConfigProblem => ({ ...warning, severity: severityOf(warning) })),
    ...clampedLimit(raw, input),
    ...withoutEffect(raw, input),
    ...unreachedTypes(raw, input),
  ];
}

/** A type that a plugin contributes in code can be mended by its author only, so it keeps the platform from starting. */
function severityOf({ code }: Warning): ConfigProblem["severity"] {
  return code === "ANTLER_SUBAGENT_TYPE_INVALID" ? "error" : "warning";
}

function unknownOverrides(input: TypeInput, known: readonly string[]): ConfigProblem[] {
  return [...input.config.overrides.keys()]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const position = input.locate(["agents", name]);
      const { code, message, hint } = unknownType(name, known, position);
      return { severity: "error", code, message, hint, position };
    });
}

function unknownModel(
  type: string,
  model: { readonly value: string; readonly position: ConfigProblem["position"] | null },
  models: readonly string[],
): ConfigProblem[] {
  if (model.value === "inherit" || models.includes(model.value)) return [];
  return [
    {
      severity: "error",
      code: "ANTLER_SUBAGENT_MODEL_UNKNOWN",
      message: `the subagent type "${type}" wants the model "${model.value}", which is not configured`,
      hint: unknownNameHint(model.value, ["inherit", ...models]),
      position: model.position ?? undefined,
    },
  ];
}

function clampedLimit(raw: RawSubagentsConfig, input: TypeInput): ConfigProblem[] {
  const wanted = raw.max_concurrent;
  if (wanted === undefined || wanted === null || clampConcurrent(wanted) === wanted) return [];
  return [
    {
      severity: "warning",
      code: "ANTLER_SUBAGENT_LIMIT_CLAMPED",
      message: `subagents.max_concurrent is ${wanted}; ${clampConcurrent(wanted)} is used`,
      hint: "Write a number from 1 to 4.",
      position: input.locate(["max_concurrent"]),
    },
  ];
}

/** A blank list of skills in an override is "not set": it neither widens nor narrows. */
function withoutEffect(raw: RawSubagentsConfig, { locate }: TypeInput): ConfigProblem[] {
  return Object.entries(raw.agents ?? {}).flatMap(([name, override]) =>
    override?.skills === null
      ? [
          {
            severity: "warning" as const,
            code: "ANTLER_SUBAGENT_SKILLS_BLANK" as const,
            message: `\`skills\` of the override for "${name}" is blank and has no effect`,
            hint: "Write `[]` for no skills, a list for these only, or remove the line.",
            position: locate(["agents", name, "skills"]),
          },
        ]
      : [],
  );
}

/** Globals are the built-in types' (specification G5); somebody who sets one beside custom types may expect more. */
function unreachedTypes(raw: RawSubagentsConfig, { config, locate }: TypeInput): ConfigProblem[] {
  const globals = [
    [
      "timeout_seconds",
      (name: string) => config.customTypes.get(name)?.timeoutSeconds ?? config.overrides.get(name)?.timeoutSeconds,
    ],
    ["max_turns", (name: string) => config.customTypes.get(name)?.maxTurns ?? config.overrides.get(name)?.maxTurns],
  ] as const;
  return globals.flatMap(([key, ownOf]) => {
    const unreached = [...config.customTypes.keys()].filter((name) => ownOf(name) === undefined);
    if (typeof raw[key] !== "number" || unreached.length === 0) return [];
    return [
      {
        severity: "warning" as const,
        code: "ANTLER_SUBAGENT_GLOBAL_UNREACHED" as const,
        message: `subagents.${key} is for the built-in types; the custom types ${unreached.join(", ")} keep the default`,
        hint: `Set \`${key}\` in each custom type that should have it.`,
        position: locate([key]),
      },
    ];
  });
}
