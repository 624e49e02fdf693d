export { plugin as default } from "./plugin.js";
export { openAiProvider } from "./provider.js";
