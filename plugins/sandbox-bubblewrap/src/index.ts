export { BubblewrapDefinition } from "./bubblewrap-backend.js";
export { type BubblewrapConfig, bubblewrapConfig } from "./bubblewrap-config.js";
export { bubblewrapPlugin as default } from "./plugin.js";
export { INSTALL } from "./probe-bubblewrap.js";
export { seccompFilter } from "./seccomp-filter.js";
