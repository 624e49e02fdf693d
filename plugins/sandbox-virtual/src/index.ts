export { virtualPlugin as default } from "./plugin.js";
export { VirtualDefinition } from "./virtual-backend.js";
