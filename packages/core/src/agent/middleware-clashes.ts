import { AntlerError, type Middleware } from "@antler/plugin-api";
import { StateSchema } from "@langchain/langgraph";

export interface OwnedMiddleware {
  readonly middleware: Middleware;
  /** Id of the plugin that contributed it. */
  readonly plugin: string;
}

/** The state keys that a middleware declares, with their schemas. */
export function stateFieldsOf(middleware: Middleware): Readonly<Record<string, unknown>> {
  const schema: unknown = middleware.stateSchema;
  if (StateSchema.isInstance(schema)) return schema.fields as Record<string, unknown>;
  if (
    typeof schema === "object" &&
    schema !== null &&
    "shape" in schema &&
    typeof schema.shape === "object" &&
    schema.shape !== null
  )
    return schema.shape as Record<string, unknown>;
  return {};
}

/** Two plugins that would overwrite each other are told at once, by name. */
export function refuseClashes(owned: readonly OwnedMiddleware[]): void {
  const names = new Map<string, string>();
  const keys = new Map<string, { readonly plugin: string; readonly schema: unknown }>();
  for (const { middleware, plugin } of owned) {
    const sameName = names.get(middleware.name);
    if (sameName !== undefined)
      throw new AntlerError({
        code: "ANTLER_MIDDLEWARE_DUPLICATE",
        plugin,
        message: `middleware "${middleware.name}" is already contributed by ${sameName}`,
        hint: "Rename one of the two middlewares, or remove one of the two plugins.",
      });
    names.set(middleware.name, plugin);
    if (((middleware as { readonly tools?: readonly unknown[] }).tools?.length ?? 0) > 0)
      throw new AntlerError({
        code: "ANTLER_MIDDLEWARE_TOOLS",
        plugin,
        message: `middleware "${middleware.name}" brings tools of its own, which no filter would see`,
        hint: "Contribute the tools through a tool-provider.",
      });
    for (const [key, schema] of Object.entries(stateFieldsOf(middleware))) {
      const earlier = keys.get(key);
      if (earlier !== undefined && earlier.plugin !== plugin && earlier.schema !== schema && key !== "messages")
        throw new AntlerError({
          code: "ANTLER_STATE_KEY_DUPLICATE",
          plugin,
          message: `state key "${key}" of middleware "${middleware.name}" is already declared by ${earlier.plugin}`,
          hint: "Give the key a name of its own, for example with the plugin's name in front.",
        });
      keys.set(key, { plugin, schema });
    }
  }
}
