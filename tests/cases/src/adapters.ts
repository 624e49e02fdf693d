import type { Adapters } from "./adapter.js";

/** Every operation that is built; a case of another one counts as skipped. */
export const ADAPTERS: Adapters = Object.freeze({});
