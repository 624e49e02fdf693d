import type { ConfigProblem } from "@antler/plugin-api";
import type { ConfigDocument, ConfigPath } from "./config-document.js";
import { normalize, type Schema } from "./normalize.js";
import { schemaProblems } from "./schema-problems.js";

/** Normalises and validates; undefined when the value is absent or wrong (then the problem has been told). */
export function checkedValue(
  value: unknown,
  schema: Schema & object,
  path: ConfigPath,
  document: ConfigDocument,
  problems: ConfigProblem[],
): unknown {
  const normalized = normalize(value, schema, path, ({ path: at, ...problem }) =>
    problems.push({ ...problem, position: document.locate(at) }),
  );
  if (normalized === undefined) return undefined;
  const found = schemaProblems(normalized, schema, path, document);
  problems.push(...found);
  // An unknown key is an error, but the rest can still be looked at, so that all problems are told at once.
  return found.every(({ code }) => code === "ANTLER_CONFIG_KEY_UNKNOWN") ? normalized : undefined;
}
