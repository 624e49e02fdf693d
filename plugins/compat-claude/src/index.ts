export * from "./config.js";
export { type ClaudeState, claudePlugin, claudePlugin as default } from "./plugin.js";
