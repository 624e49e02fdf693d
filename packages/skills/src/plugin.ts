import {
  CONFIG_CHECK,
  definePlugin,
  LATE_TOOL_PROVIDER,
  MIDDLEWARE,
  PLUGIN_API_VERSION,
  type Plugin,
  SKILL_CATALOG,
  SKILL_READER,
  SKILL_SOURCE,
} from "@antler/plugin-api";
import { createSkillCatalog } from "./catalog/skill-catalog.js";
import { type RawSkillsConfig, toSkillsConfig } from "./config.js";
import { SKILLS_CONFIG_SCHEMA } from "./config-schema.js";
import { createLoadSkillProvider } from "./loading/load-skill-provider.js";
import { loadedSkillsMiddleware } from "./loading/loaded-skills-middleware.js";
import { createSkillsConfigCheck } from "./skills-config-check.js";
import { createFolderSource } from "./sources/folder-source.js";
import { createSkillReader } from "./sources/skill-reader.js";

/** Skills from folders, the catalogue over every source, and loading on demand. */
export const skillsPlugin: Plugin<RawSkillsConfig, void> = definePlugin<RawSkillsConfig>({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/skills",
  version: "0.1.0",
  configSection: "skills",
  configSchema: SKILLS_CONFIG_SCHEMA,
  register: (host) => {
    const config = toSkillsConfig(host.config);
    const reported = new Set<string>();
    host.provide(
      SKILL_SOURCE,
      createFolderSource({
        ...config,
        name: "folders",
        baseDir: host.environment.configDir,
        expectPaths: config.pathsAreConfigured,
        locatePath: (index) => host.locate(["paths", index]),
      }),
    );
    host.provide(SKILL_READER, createSkillReader(config, host.environment.configDir));
    host.provide(
      SKILL_CATALOG,
      createSkillCatalog({ config, services: host.services, allowedSource: host.locate(["allowed"]), reported }),
    );
    host.provide(
      CONFIG_CHECK,
      createSkillsConfigCheck(
        host,
        {
          enabled: config.enabled === "all" ? [] : config.enabled,
          disabled: config.disabled,
          allowed: config.allowed === "all" ? [] : config.allowed,
        },
        reported,
      ),
    );
    if (config.loading !== "index") return;
    host.provide(LATE_TOOL_PROVIDER, createLoadSkillProvider(host.services));
    host.provide(MIDDLEWARE, loadedSkillsMiddleware);
  },
});
