/** What every contribution has: a name, unique within its extension point. */
export interface Contribution {
  readonly name: string;
}

/**
 * A place where plugins add behaviour. `token` is the injection token that the kernel binds contributions under.
 * Create one with {@link defineExtensionPoint}.
 */
export interface ExtensionPoint<T extends Contribution> {
  readonly id: string;
  readonly token: symbol;
  /** `all` contributions are in force together; of `one`, config.yaml picks by name. */
  readonly use: "all" | "one";
  /** Carries the type only; never present at run time. */
  readonly "~contribution"?: (value: T) => T;
}

/** `Symbol.for`, so two installed copies of this package still name the same point. */
export function defineExtensionPoint<T extends Contribution>(id: string, use: "all" | "one"): ExtensionPoint<T> {
  return { id, use, token: Symbol.for(`antler/${id}`) };
}
