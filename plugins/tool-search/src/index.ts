export { type RawToolSearchConfig, readConfig, type SearchLimits, type ToolSearchConfig } from "./config.js";
export { deferredSection } from "./deferred-section.js";
export { lateTools } from "./late-tools.js";
export { toolSearchPlugin as default } from "./plugin.js";
export { isPromoted, mergePromoted, type Promoted, visibleTools } from "./promoted.js";
export { type RoutedTool, routedTools } from "./routed-tools.js";
export { type RoutingHint, routingSection } from "./routing-section.js";
export { type CatalogueEntry, searchCatalogue } from "./search-catalogue.js";
