export { joinSystemParts } from "./agent/join-system-parts.js";
export { orderMiddleware } from "./agent/order-middleware.js";
export { composeSchema, type JsonSchema } from "./config/compose-schema.js";
export { type ConfigDocument, type ConfigPath, parseConfig } from "./config/config-document.js";
export { ConfigError, isConfigError } from "./config/config-error.js";
export { type ConfigValue, effectiveValues, formatPath } from "./config/effective-values.js";
export type { Env } from "./config/env.js";
export type { KernelConfig } from "./config/kernel-config.js";
export { KERNEL_PROPERTIES } from "./config/kernel-schema.js";
export { normalize, type Schema } from "./config/normalize.js";
export { schemaPage } from "./config/schema-page.js";
export { schemaProblems } from "./config/schema-problems.js";
export { type Substituted, substituteEnv } from "./config/substitute-env.js";
export { checkConfig, createPlatform } from "./create-platform.js";
export { type ContributionRecord, Kernel, type PluginEntry } from "./kernel/kernel.js";
export { loadPlugin } from "./kernel/load-plugin.js";
export type { PluginReport } from "./kernel/plugin-report.js";
export {
  type AgentAuthority,
  type Authority,
  type AuthoritySetting,
  authorityDigest,
  authorityOf,
  type RuleOf,
} from "./lock/authority.js";
export { type AuthorityChange, compareAuthority } from "./lock/compare-authority.js";
export type {
  DefaultPlugin,
  Platform,
  PlatformOptions,
  RunFinished,
  RunOptions,
  RunResult,
  ThreadMemory,
} from "./platform-types.js";
export { checkPrepared, type PreparedPlatform, preparePlatform } from "./prepare-platform.js";
export { createReloadingPlatform, type ReloadingPlatform } from "./reloading-platform.js";
export { LEAD_SYSTEM_PROMPT } from "./run/lead-blueprint.js";
export { toolsResolvedEvent } from "./run/resolve-events.js";
export { createRunningPlatform } from "./running-platform.js";
