import {
  CONFIG_CHECK,
  DOCTOR_CHECK,
  definePlugin,
  HOSTED_SANDBOXES,
  MIDDLEWARE,
  MOUNTED_FS,
  PLUGIN_API_VERSION,
  type Plugin,
  SANDBOX,
  SANDBOX_BACKEND,
  TOOL_FILTER,
  TOOL_PROVIDER,
} from "@antler/plugin-api";
import { SANDBOX_CONFIG_SCHEMA } from "./config/config-schema.js";
import { type RawSandboxConfig, sandboxConfig } from "./config/sandbox-config.js";
import { createHostedSandboxes } from "./hosted/hosted-sandboxes.js";
import { localDefinition } from "./local/local-backend.js";
import { sandboxConfigCheck } from "./service/config-check.js";
import { sandboxDoctor } from "./service/doctor-check.js";
import { ThreadSandboxService } from "./service/sandbox-service.js";
import { shellBoundary } from "./service/shell-boundary.js";
import { threadMiddleware } from "./state/thread-middleware.js";
import { ReadMarks } from "./tools/read-marks.js";
import { sandboxTools } from "./tools/sandbox-tools.js";

export const sandboxPlugin: Plugin<RawSandboxConfig, ThreadSandboxService> = definePlugin<
  RawSandboxConfig,
  ThreadSandboxService
>({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/sandbox",
  configSection: "sandbox",
  configSchema: SANDBOX_CONFIG_SCHEMA,
  register: (host) => {
    const config = sandboxConfig(host.config);
    const { dataDir } = host.environment;
    const { mountedFs, hosted } = createHostedSandboxes(dataDir);
    const service = new ThreadSandboxService(config, dataDir, host.services);
    const context = { service, limits: config.tools, secrets: config.secrets, env: config.env, marks: new ReadMarks() };
    host.provide(MOUNTED_FS, mountedFs);
    host.provide(HOSTED_SANDBOXES, hosted);
    host.provide(SANDBOX_BACKEND, hosted.define(localDefinition(config)));
    host.provide(SANDBOX, service);
    host.provide(TOOL_PROVIDER, sandboxTools(context, service));
    host.provide(TOOL_FILTER, shellBoundary(service, host.locate(["allow_host_bash"]) ?? host.locate(["use"])));
    host.provide(MIDDLEWARE, threadMiddleware(service));
    host.provide(CONFIG_CHECK, sandboxConfigCheck(config, host.locate, host.services));
    host.provide(DOCTOR_CHECK, sandboxDoctor(config, service, host.services));
    return service;
  },
  start: async ({ state }) => {
    await state.choose();
  },
  stop: ({ state }) => state.stop(),
});
