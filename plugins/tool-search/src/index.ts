export type { RawToolSearchConfig, SearchLimits, ToolSearchConfig } from "./config.js";
export { deferredSection } from "./deferred-section.js";
export { lateTools } from "./late-tools.js";
export { toolSearchPlugin as default } from "./plugin.js";
export { isPromoted, mergePromoted, type Promoted, visibleTools } from "./promoted.js";
export { type CatalogueEntry, searchCatalogue } from "./search-catalogue.js";
