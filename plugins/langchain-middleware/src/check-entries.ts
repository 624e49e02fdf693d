import { type ConfigProblem, type ModelCatalog, type SourcePosition, unknownNameHint } from "@antler/plugin-api";
import { functionName, type MiddlewareEntry, PREFIX } from "./config.js";
import { KNOWN_MIDDLEWARES, UNFIT_MIDDLEWARES } from "./known-middlewares.js";

type Locate = (path: readonly (string | number)[]) => SourcePosition | undefined;

/** Names that nothing answers to, found before anything runs and without loading langchain. */
export function checkEntries(
  entries: readonly MiddlewareEntry[],
  models: ModelCatalog | undefined,
  locate: Locate,
): readonly ConfigProblem[] {
  return entries.flatMap((entry, index) => [
    ...nameProblems(entry, locate([index, "use"])),
    ...modelProblems(entry, models?.names() ?? [], (key) => locate([index, "options", key])),
  ]);
}

function nameProblems(entry: MiddlewareEntry, position: SourcePosition | undefined): readonly ConfigProblem[] {
  const name = functionName(entry);
  if (entry.use.startsWith(PREFIX) && KNOWN_MIDDLEWARES.has(name)) return [];
  const unfit = UNFIT_MIDDLEWARES.get(name);
  return [
    {
      code: "ANTLER_LANGCHAIN_MIDDLEWARE_UNKNOWN",
      severity: "error",
      message:
        unfit === undefined
          ? `there is no middleware "${entry.use}"`
          : `middleware "${entry.use}" cannot be used: ${unfit}`,
      hint: unknownNameHint(
        entry.use,
        [...KNOWN_MIDDLEWARES.keys()].map((known) => `${PREFIX}${known}`),
      ),
      position,
    },
  ];
}

function modelProblems(
  entry: MiddlewareEntry,
  known: readonly string[],
  locate: (key: string) => SourcePosition | undefined,
): readonly ConfigProblem[] {
  const keys = KNOWN_MIDDLEWARES.get(functionName(entry))?.modelOptions ?? [];
  return keys.flatMap((key) =>
    [entry.options?.[key] ?? []]
      .flat()
      .filter((name) => !known.includes(String(name)))
      .map((name) => ({
        code: "ANTLER_LANGCHAIN_MIDDLEWARE_MODEL" as const,
        severity: "error" as const,
        message: `option \`${key}\` of ${entry.use} names the model "${String(name)}", which is not among \`models\``,
        hint: unknownNameHint(String(name), known),
        position: locate(key),
      })),
  );
}
