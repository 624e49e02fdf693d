export { plugin as default } from "./plugin.js";
export { scriptedProvider } from "./provider.js";
