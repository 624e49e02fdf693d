export { parentBoundary } from "./layers/parent-boundary.js";
export { skillBoundary } from "./layers/skill-boundary.js";
export { typeBoundary } from "./layers/type-boundary.js";
export { type NarrowOptions, narrowTools } from "./narrow-tools.js";
export { toolPolicyPlugin as default } from "./plugin.js";
export { RESERVED_TOOL_NAMES } from "./reserved-names.js";
export { isToolPattern, matchesTool, matchingRule, toolMatcher } from "./tool-pattern.js";
