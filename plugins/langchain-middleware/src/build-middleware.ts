import { AntlerError, errorText, type ModelCatalog, type SourcePosition } from "@antler/plugin-api";
import * as langchain from "langchain";
import { functionName, type MiddlewareEntry } from "./config.js";
import { KNOWN_MIDDLEWARES } from "./known-middlewares.js";

type Options = Readonly<Record<string, unknown>>;
type Build = (...args: unknown[]) => langchain.AnyAgentMiddleware;

/** langchain's middleware for one entry. Throws ANTLER_LANGCHAIN_MIDDLEWARE_OPTIONS when langchain refuses its options. */
export async function buildMiddleware(
  entry: MiddlewareEntry,
  models: ModelCatalog,
  ownModel: string,
  position: SourcePosition | undefined,
): Promise<langchain.AnyAgentMiddleware> {
  const name = functionName(entry);
  const build: unknown = Reflect.get(langchain, name);
  try {
    if (typeof build !== "function") throw new Error(`langchain has no function ${name}`);
    const options = await withModels(entry.options ?? {}, KNOWN_MIDDLEWARES.get(name)?.modelOptions ?? [], models);
    return (build as Build)(...argumentsFor(name, await withDefaults(name, options, models, ownModel)));
  } catch (thrown) {
    throw new AntlerError({
      code: "ANTLER_LANGCHAIN_MIDDLEWARE_OPTIONS",
      message: `${entry.use} cannot be built: ${errorText(thrown)}`,
      hint: "Correct its `options`; they are those of langchain.",
      position,
      cause: thrown,
    });
  }
}

/** The names of models become the models. */
async function withModels(options: Options, keys: readonly string[], models: ModelCatalog): Promise<Options> {
  const changed: Record<string, unknown> = { ...options };
  for (const key of keys) {
    const value = options[key];
    if (Array.isArray(value)) changed[key] = await Promise.all(value.map((name) => models.get(String(name))));
    else if (typeof value === "string") changed[key] = await models.get(value);
  }
  return changed;
}

/** langchain would look for a model of its own by name, with a key from the environment. */
async function withDefaults(name: string, options: Options, models: ModelCatalog, ownModel: string): Promise<Options> {
  const needsModel = name === "summarizationMiddleware" || name === "toolEmulatorMiddleware";
  return needsModel && options["model"] === undefined ? { ...options, model: await models.get(ownModel) } : options;
}

/** Most take one object; these are written in a file in another way than in a program. */
function argumentsFor(name: string, options: Options): readonly unknown[] {
  switch (name) {
    case "modelFallbackMiddleware":
      return Array.isArray(options["models"]) ? options["models"] : [];
    case "piiMiddleware": {
      const { type, ...rest } = options;
      return [type, rest];
    }
    case "contextEditingMiddleware":
      return [{ ...options, edits: edits(options["edits"]) }];
    default:
      return [options];
  }
}

function edits(list: unknown): readonly langchain.ContextEdit[] {
  const configured: readonly unknown[] = Array.isArray(list) ? list : [{}];
  return configured.map((edit) => new langchain.ClearToolUsesEdit(edit as langchain.ClearToolUsesEditConfig));
}
