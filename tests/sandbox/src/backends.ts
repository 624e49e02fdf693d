import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HostedSandboxDefinition, HostedSandboxes, SandboxBackend, SandboxSpec } from "@antler/plugin-api";
import { createHostedSandboxes, localDefinition } from "@antler/sandbox";
import { BubblewrapDefinition, bubblewrapConfig, INSTALL } from "@antler/sandbox-bubblewrap";
import { VirtualDefinition } from "@antler/sandbox-virtual";

export const BACKENDS = ["local", "virtual", "bubblewrap"] as const;
export type BackendName = (typeof BACKENDS)[number];
export const WORKSPACE = "/mnt/user-data/workspace";

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), "antler-sandbox-test-"));
}

export function makeBackend(name: BackendName, dataDir: string, allowHostBash = true): SandboxBackend {
  const { hosted } = createHostedSandboxes(dataDir);
  return hosted.define(definitionOf(name, hosted, dataDir, allowHostBash));
}

function definitionOf(
  name: BackendName,
  hosted: HostedSandboxes,
  dataDir: string,
  allowHostBash: boolean,
): HostedSandboxDefinition {
  if (name === "local") return localDefinition({ allowHostBash, envAllow: [] });
  if (name === "virtual") return new VirtualDefinition();
  return new BubblewrapDefinition(hosted.start, bubblewrapConfig({}), dataDir);
}

/** Folders of one thread below `dataDir`, and a read-only one. */
export function makeSpec(name: BackendName, dataDir: string, key: string): SandboxSpec & { readonly host: string } {
  const host = join(dataDir, "threads", key, "user-data");
  for (const folder of ["workspace", "uploads", "outputs"]) mkdirSync(join(host, folder), { recursive: true });
  const given = join(dataDir, "given");
  mkdirSync(given, { recursive: true });
  writeFileSync(join(given, "given.txt"), "given");
  const mount = (folder: string): SandboxSpec["mounts"][number] => ({
    target: `/mnt/user-data/${folder}`,
    source: { host: join(host, folder) },
  });
  return {
    key,
    host,
    mounts: [
      mount("workspace"),
      mount("uploads"),
      mount("outputs"),
      { target: "/mnt/read-only", source: { host: given }, readOnly: true },
    ],
    cwd: WORKSPACE,
    network: { mode: name === "local" ? "host" : "none" },
  };
}

/** undefined: it works here. Else what to do so that its tests run. */
export async function missing(name: BackendName): Promise<string | undefined> {
  const backend = makeBackend(name, newFolder());
  const report = await backend.probe();
  await backend.dispose();
  return report.available ? undefined : `${report.reason} ${report.fix ?? INSTALL}`;
}
