import {
  definePlugin,
  HOSTED_SANDBOXES,
  PLUGIN_API_VERSION,
  type Plugin,
  type PluginHost,
  SANDBOX_BACKEND,
  type SandboxBackend,
} from "@antler/plugin-api";
import { BubblewrapDefinition } from "./bubblewrap-backend.js";
import { BUBBLEWRAP_CONFIG_SCHEMA, bubblewrapConfig } from "./bubblewrap-config.js";

type Raw = Readonly<Record<string, unknown>> | null;

export const bubblewrapPlugin: Plugin<Raw> = definePlugin<Raw>({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/sandbox-bubblewrap",
  configSection: "bubblewrap",
  configSchema: BUBBLEWRAP_CONFIG_SCHEMA,
  requires: ["@antler/sandbox"],
  register: (host) => host.provide(SANDBOX_BACKEND, bubblewrapBackend(host)),
});

/** Built at its first use: what it builds on is found only once every plugin is registered. */
function bubblewrapBackend({ config, environment, services }: PluginHost<Raw>): SandboxBackend {
  let built: SandboxBackend | undefined;
  const backend = (): SandboxBackend => {
    if (built === undefined) {
      const hosted = services.get(HOSTED_SANDBOXES);
      built = hosted.define(new BubblewrapDefinition(hosted.start, bubblewrapConfig(config), environment.dataDir));
    }
    return built;
  };
  return {
    name: "bubblewrap",
    probe: () => backend().probe(),
    acquire: (spec, options) => backend().acquire(spec, options),
    attach: (ref, options) => backend().attach(ref, options),
    release: (ref, how) => backend().release(ref, how),
    list: () => backend().list?.() ?? none(),
    dispose: async () => built?.dispose(),
  };
}

async function* none(): AsyncGenerator<never, void, void> {}
