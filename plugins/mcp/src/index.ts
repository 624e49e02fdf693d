export { mcpPlugin as default } from "./plugin.js";
export { type MendedSchema, mendSchema } from "./tools/mend-schema.js";
export { mcpToolName } from "./tools/tool-name.js";
