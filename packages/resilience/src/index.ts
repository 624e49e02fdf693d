export { type CutItem, cutPoint } from "./context/cut-point.js";
export { estimateTextTokens } from "./context/estimate-tokens.js";
export { DEFAULT_FRAMING_TAGS, framingNeutralizer } from "./framing/neutralize-framing.js";
export { type ToolErrorReply, toolErrorReply } from "./gate/tool-error-reply.js";
export * from "./history/plan-history-repair.js";
export type { ObservedCall } from "./loop/call-key.js";
export { createLoopDetector, type LoopDetector, type LoopVerdict } from "./loop/loop-detector.js";
export { DEFAULT_LOOP_LIMITS, type LoopLimits, loopLimitProblems } from "./loop/loop-limits.js";
export { type LoopDetectionConfig, loopLimitsFrom } from "./loop/loop-limits-from.js";
export { type BackoffSettings, backoffMs } from "./model/backoff.js";
export {
  classifyModelError,
  type ModelErrorClass,
  type ModelErrorReason,
  maxAttempts,
} from "./model/classify-model-error.js";
export { retryAfterMs } from "./model/retry-after.js";
export { cutMiddle, type MiddleCut } from "./output/cut-middle.js";
export { cutOutput, storedOutputPreview } from "./output/preview-output.js";
export { resiliencePlugin as default } from "./plugin.js";
