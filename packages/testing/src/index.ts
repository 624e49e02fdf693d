export { type AgentStage, agentStage, type Staged, type StagedAgent } from "./agent-stage.js";
export * from "./endpoint/answer.js";
export type { EndpointIds } from "./endpoint/completion.js";
export * from "./endpoint/open-ai-endpoint.js";
export { messagesFault } from "./endpoint/strict-messages.js";
export * from "./fixtures.js";
export { type MiddlewareSubject, middlewareContract } from "./middleware-contract.js";
export { modelPlugin } from "./model-plugin.js";
export { type ModelProviderSubject, modelProviderContract } from "./model-provider-contract.js";
export type { TestRunner } from "./runner.js";
export { sandboxContract } from "./sandbox-contract.js";
export type { SandboxStage, SandboxSubject } from "./sandbox-stage.js";
export type { ScriptedAnswer, ScriptedCall, ScriptedInvalidCall } from "./scripted-answer.js";
export {
  type Script,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedRequest,
  scriptedModel,
} from "./scripted-model.js";
export { type SkillSourceSubject, skillSourceContract } from "./skill-source-contract.js";
export { type SubagentTypeSubject, subagentTypeContract } from "./subagent-type-contract.js";
export { type TaskExecutorSubject, taskExecutorContract, taskFixture } from "./task-executor-contract.js";
export { type ToolFilterSubject, toolFilterContract } from "./tool-filter-contract.js";
export { type ToolProviderSubject, toolProviderContract } from "./tool-provider-contract.js";
