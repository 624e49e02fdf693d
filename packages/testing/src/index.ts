export * from "./endpoint/answer.js";
export type { EndpointIds } from "./endpoint/completion.js";
export * from "./endpoint/open-ai-endpoint.js";
export { messagesFault } from "./endpoint/strict-messages.js";
export * from "./fixtures.js";
export { modelPlugin } from "./model-plugin.js";
export type { TestRunner } from "./runner.js";
export type { ScriptedAnswer, ScriptedCall, ScriptedInvalidCall } from "./scripted-answer.js";
export {
  type Script,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedRequest,
  scriptedModel,
} from "./scripted-model.js";
