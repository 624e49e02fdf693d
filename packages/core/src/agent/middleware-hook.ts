import { AntlerError, errorText, isAntlerError, type Middleware } from "@antler/plugin-api";
import { isGraphBubbleUp } from "@langchain/langgraph";
import type { OwnedMiddleware } from "./middleware-clashes.js";

export type HookKind = "beforeAgent" | "beforeModel" | "afterModel" | "afterAgent";
export type Hook = (
  state: Record<string, unknown>,
  runtime: Record<string, unknown>,
) => Promise<Record<string, unknown> | undefined> | Record<string, unknown> | undefined;

/** A hook, whether it is written as a function or as an object with its jump targets. */
export function hookOf(middleware: Middleware, kind: HookKind): Hook | undefined {
  const hook: unknown = middleware[kind];
  if (typeof hook === "function") return hook as Hook;
  return typeof hook === "object" && hook !== null && "hook" in hook ? (hook.hook as Hook) : undefined;
}

export function jumpTargets(middleware: Middleware, kind: HookKind): readonly string[] {
  const hook: unknown = middleware[kind];
  return typeof hook === "object" && hook !== null && "canJumpTo" in hook && Array.isArray(hook.canJumpTo)
    ? (hook.canJumpTo as string[])
    : [];
}

/** Calls one hook; what it throws names its plugin, unless it is a signal of the graph or an abort. */
export async function callHook(
  { middleware, plugin }: OwnedMiddleware,
  kind: HookKind,
  state: Record<string, unknown>,
  runtime: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  try {
    return await hookOf(middleware, kind)?.(state, { ...runtime, context: defaultContext(middleware) });
  } catch (thrown) {
    const signal = runtime["signal"] as AbortSignal | undefined;
    if (isGraphBubbleUp(thrown) || isAntlerError(thrown) || signal?.aborted === true) throw thrown;
    throw middlewareThrew(plugin, middleware.name, kind, thrown);
  }
}

/** A wrapper that has to answer: one that forgets to return what its handler gave is an error that names its plugin. */
export function answering<Request, Handler, Answer>(
  wrapper: (request: Request, handler: Handler) => Answer,
  place: "wrapModelCall" | "wrapToolCall",
  { middleware, plugin }: OwnedMiddleware,
): (request: Request, handler: Handler) => Promise<Awaited<Answer>> {
  return async (request, handler) => {
    const answer = await wrapper(request, handler);
    if (answer === undefined || answer === null)
      throw middlewareFailed(plugin, `middleware "${middleware.name}" returned nothing from ${place}`);
    return answer;
  };
}

/** The error for what a middleware threw in `place`; it names the plugin. */
export function middlewareThrew(plugin: string, name: string, place: string, thrown: unknown): AntlerError {
  return middlewareFailed(plugin, `middleware "${name}" threw in ${place}: ${errorText(thrown)}`, thrown);
}

function middlewareFailed(plugin: string, message: string, cause?: unknown): AntlerError {
  return new AntlerError({
    code: "ANTLER_MIDDLEWARE_FAILED",
    plugin,
    message,
    hint: `Fix ${plugin}, or switch it off under \`plugins:\`.`,
    cause,
  });
}

/** langchain gives a node-style hook the context that its own schema describes; ours carries none, so only defaults apply. */
function defaultContext(middleware: Middleware): unknown {
  const schema: unknown = middleware.contextSchema;
  if (
    typeof schema !== "object" ||
    schema === null ||
    !("safeParse" in schema) ||
    typeof schema.safeParse !== "function"
  )
    return {};
  const parsed = schema.safeParse({}) as { readonly success: boolean; readonly data?: unknown };
  return parsed.success ? parsed.data : {};
}
