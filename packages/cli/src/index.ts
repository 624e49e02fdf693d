export { DEFAULT_PLUGINS } from "./default-plugins.js";
export { EXIT, type ExitCode } from "./exit-code.js";
export { main } from "./main.js";
export { eventLine } from "./progress/event-line.js";
export { EMPTY_VIEW, type RunView, reduceRunView, type TaskRow } from "./progress/run-view.js";
export type { Io } from "./terminal/io.js";
