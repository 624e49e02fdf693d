import {
  definePlugin,
  HOSTED_SANDBOXES,
  PLUGIN_API_VERSION,
  type PlatformServices,
  type Plugin,
  SANDBOX_BACKEND,
  type SandboxBackend,
} from "@antler/plugin-api";
import { VirtualDefinition } from "./virtual-backend.js";

export const virtualPlugin: Plugin = definePlugin({
  apiVersion: PLUGIN_API_VERSION,
  id: "@antler/sandbox-virtual",
  requires: ["@antler/sandbox"],
  register: (host) => host.provide(SANDBOX_BACKEND, virtualBackend(host.services)),
});

/** Built at its first use: what it builds on is found only once every plugin is registered. */
function virtualBackend(services: PlatformServices): SandboxBackend {
  let built: SandboxBackend | undefined;
  const backend = (): SandboxBackend => {
    built ??= services.get(HOSTED_SANDBOXES).define(new VirtualDefinition());
    return built;
  };
  return {
    name: "virtual",
    probe: () => backend().probe(),
    acquire: (spec, options) => backend().acquire(spec, options),
    attach: (ref, options) => backend().attach(ref, options),
    release: (ref, how) => backend().release(ref, how),
    list: () => backend().list?.() ?? none(),
    dispose: async () => built?.dispose(),
  };
}

async function* none(): AsyncGenerator<never, void, void> {}
