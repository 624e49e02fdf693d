export type { MiddlewareEntry } from "./config.js";
export { KNOWN_MIDDLEWARES, type KnownMiddleware } from "./known-middlewares.js";
export { langchainMiddlewarePlugin as default } from "./plugin.js";
