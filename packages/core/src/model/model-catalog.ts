import {
  AntlerError,
  MODEL_PROVIDER,
  type ModelCatalog,
  type ModelContext,
  type ModelEntry,
  type ModelProvider,
  type PlatformServices,
  type SourcePosition,
  unknownNameHint,
} from "@antler/plugin-api";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

/** The `models` of config.yaml. Of two entries with one name the first is used. */
export function createModelCatalog(
  entries: readonly ModelEntry[],
  services: PlatformServices,
  surroundings: Pick<ModelContext, "configDir" | "env">,
  locate: (index: number, key?: string) => SourcePosition | undefined,
): ModelCatalog {
  const indexes = new Map<string, number>();
  entries.forEach((entry, index) => {
    if (!indexes.has(entry.name)) indexes.set(entry.name, index);
  });
  const built = new Map<string, Promise<BaseChatModel>>();

  const find = (name: string): { entry: ModelEntry; provider: ModelProvider; context: ModelContext } => {
    const index = indexes.get(name);
    const entry = index === undefined ? undefined : entries[index];
    if (index === undefined || entry === undefined)
      throw new AntlerError({
        code: "ANTLER_MODEL_UNKNOWN",
        message: `no model is named "${name}"`,
        hint: indexes.size === 0 ? "Add one under `models:` in config.yaml." : unknownNameHint(name, indexes.keys()),
      });
    return {
      entry,
      provider: services.get(MODEL_PROVIDER, entry.use),
      context: { ...surroundings, locate: (key) => locate(index, key) ?? locate(index) },
    };
  };

  return {
    name: "config",
    names: () => [...indexes.keys()],
    entry: (name) => entries[indexes.get(name) ?? -1],
    get: async (name) => {
      const known = built.get(name);
      if (known !== undefined) return known;
      const { entry, provider, context } = find(name);
      const model = Promise.resolve(provider.create(entry, context));
      built.set(name, model);
      model.catch(() => built.delete(name)); // a failed start may be tried again
      return model;
    },
    check: (name) => {
      const { entry, provider, context } = find(name);
      const problems = provider.check?.(entry, context) ?? [];
      return problems.map((problem) => ({ ...problem, position: problem.position ?? context.locate("name") }));
    },
    probe: (name, signal) => {
      const { entry, provider, context } = find(name);
      return provider.probe?.(entry, context, signal);
    },
    explain: (name, error) => {
      const { entry, provider, context } = find(name);
      const explained = provider.explain?.(error, entry);
      if (explained === undefined) return undefined;
      const { message, hint, key } = explained;
      return { message, hint, position: context.locate(key ?? "name") };
    },
  };
}
