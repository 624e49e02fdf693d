// Runs one command in a sandbox, until it ends or this process is killed: node run-command.mjs BACKEND DATA_DIR COMMAND
// It uses the built packages, as a program would.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createHostedSandboxes, localDefinition } from "@antler/sandbox";
import { BubblewrapDefinition, bubblewrapConfig } from "@antler/sandbox-bubblewrap";
import { VirtualDefinition } from "@antler/sandbox-virtual";

const [name, dataDir = "", command = ""] = process.argv.slice(2);
const { hosted } = createHostedSandboxes(dataDir);
const definitions = {
  local: () => localDefinition({ allowHostBash: true, envAllow: [] }),
  virtual: () => new VirtualDefinition(),
  bubblewrap: () => new BubblewrapDefinition(hosted.start, bubblewrapConfig({}), dataDir),
};
const workspace = join(dataDir, "threads", "killed", "user-data", "workspace");
mkdirSync(workspace, { recursive: true });
const backend = hosted.define(definitions[name]());
const sandbox = await backend.acquire({
  key: "killed",
  mounts: [{ target: "/mnt/user-data/workspace", source: { host: workspace } }],
  cwd: "/mnt/user-data/workspace",
  network: { mode: name === "local" ? "host" : "none" },
});
const child = await sandbox.spawn({ command });
console.log("running");
for await (const { data } of child.output) process.stdout.write(data);
await child.exit;
await backend.dispose();
