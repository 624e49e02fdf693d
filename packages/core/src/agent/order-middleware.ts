import { AntlerError, MIDDLEWARE_STAGES, type MiddlewareFactory } from "@antler/plugin-api";

/**
 * Puts middleware in the order `createAgent` expects: outermost first.
 *
 * Stage decides first, then `after` and `before`, then the order of registration, so adding a plugin never reorders
 * the middleware that is already there. Throws ANTLER_MIDDLEWARE_CYCLE.
 */
export function orderMiddleware<T extends Pick<MiddlewareFactory, "name" | "stage" | "after" | "before">>(
  factories: readonly T[],
): T[] {
  return MIDDLEWARE_STAGES.flatMap((stage) => orderWithinStage(factories.filter((factory) => factory.stage === stage)));
}

function orderWithinStage<T extends Pick<MiddlewareFactory, "name" | "after" | "before">>(
  factories: readonly T[],
): T[] {
  const predecessors = new Map(factories.map((factory) => [factory.name, new Set<string>(factory.after ?? [])]));
  for (const factory of factories) for (const name of factory.before ?? []) predecessors.get(name)?.add(factory.name);

  const ordered: T[] = [];
  const path: string[] = [];
  const visit = (factory: T): void => {
    if (ordered.includes(factory)) return;
    if (path.includes(factory.name)) {
      throw new AntlerError({
        code: "ANTLER_MIDDLEWARE_CYCLE",
        message: `middleware order has a cycle: ${[...path.slice(path.indexOf(factory.name)), factory.name].join(" -> ")}`,
        hint: "Remove one of the `after`/`before` names in that chain.",
      });
    }
    path.push(factory.name);
    for (const other of factories) if (predecessors.get(factory.name)?.has(other.name)) visit(other);
    path.pop();
    ordered.push(factory);
  };
  factories.forEach(visit);
  return ordered;
}
