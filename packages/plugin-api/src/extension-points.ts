import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { AgentFactory } from "./agent.js";
import { type Contribution, defineExtensionPoint, type ExtensionPoint } from "./extension-point.js";
import type { HostedSandboxes } from "./hosted-sandbox.js";
import type { Awaitable } from "./json.js";
import type { MiddlewareFactory } from "./middleware.js";
import type { ConfigCheck, DoctorCheck, ModelCatalog, ModelProvider } from "./model.js";
import type { EventSink } from "./run-event.js";
import type { MountedFs, SandboxBackend, SandboxService } from "./sandbox.js";
import type { SkillAdapter, SkillCatalog, SkillReader, SkillSource } from "./skill.js";
import type { SubagentRegistry, SubagentSource, SubagentType, TaskExecutor } from "./subagent.js";
import type { LateToolProvider, ToolFilter, ToolPolicy, ToolProvider } from "./tool.js";

/** Stores lead threads between runs. Subagents never get one (specification C3). */
export interface Checkpointer extends Contribution {
  create(): Awaitable<BaseCheckpointSaver>;
}

export const MIDDLEWARE: ExtensionPoint<MiddlewareFactory> = defineExtensionPoint("middleware", "all");
export const TOOL_PROVIDER: ExtensionPoint<ToolProvider> = defineExtensionPoint("tool-provider", "all");
export const LATE_TOOL_PROVIDER: ExtensionPoint<LateToolProvider> = defineExtensionPoint("late-tool-provider", "all");
export const TOOL_FILTER: ExtensionPoint<ToolFilter> = defineExtensionPoint("tool-filter", "all");
export const SUBAGENT_TYPE: ExtensionPoint<SubagentType> = defineExtensionPoint("subagent-type", "all");
export const SUBAGENT_SOURCE: ExtensionPoint<SubagentSource> = defineExtensionPoint("subagent-source", "all");
export const SKILL_SOURCE: ExtensionPoint<SkillSource> = defineExtensionPoint("skill-source", "all");
export const SKILL_ADAPTER: ExtensionPoint<SkillAdapter> = defineExtensionPoint("skill-adapter", "all");
export const MODEL_PROVIDER: ExtensionPoint<ModelProvider> = defineExtensionPoint("model-provider", "all");
export const EVENT_SINK: ExtensionPoint<EventSink> = defineExtensionPoint("event-sink", "all");
export const DOCTOR_CHECK: ExtensionPoint<DoctorCheck> = defineExtensionPoint("doctor-check", "all");
export const CONFIG_CHECK: ExtensionPoint<ConfigCheck> = defineExtensionPoint("config-check", "all");

export const SANDBOX_BACKEND: ExtensionPoint<SandboxBackend> = defineExtensionPoint("sandbox-backend", "one");
export const TASK_EXECUTOR: ExtensionPoint<TaskExecutor> = defineExtensionPoint("task-executor", "one");
export const CHECKPOINTER: ExtensionPoint<Checkpointer> = defineExtensionPoint("checkpointer", "one");

/** Services that the packages offer each other. */
export const AGENT_FACTORY: ExtensionPoint<AgentFactory> = defineExtensionPoint("agent-factory", "one");
export const MODEL_CATALOG: ExtensionPoint<ModelCatalog> = defineExtensionPoint("model-catalog", "one");
export const SKILL_CATALOG: ExtensionPoint<SkillCatalog> = defineExtensionPoint("skill-catalog", "one");
export const SKILL_READER: ExtensionPoint<SkillReader> = defineExtensionPoint("skill-reader", "one");
export const TOOL_POLICY: ExtensionPoint<ToolPolicy> = defineExtensionPoint("tool-policy", "one");
export const SUBAGENT_REGISTRY: ExtensionPoint<SubagentRegistry> = defineExtensionPoint("subagent-registry", "one");
export const SANDBOX: ExtensionPoint<SandboxService> = defineExtensionPoint("sandbox", "one");
export const MOUNTED_FS: ExtensionPoint<MountedFs> = defineExtensionPoint("mounted-fs", "one");
export const HOSTED_SANDBOXES: ExtensionPoint<HostedSandboxes> = defineExtensionPoint("hosted-sandboxes", "one");
