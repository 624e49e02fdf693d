import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@antler/plugin-api";
import { createHostedSandboxes, exec, localDefinition } from "@antler/sandbox";
import { expect, it, onTestFinished } from "vitest";

async function localSandbox(): Promise<Sandbox> {
  const dir = mkdtempSync(join(tmpdir(), "antler-env-"));
  mkdirSync(join(dir, "workspace"));
  const { hosted } = createHostedSandboxes(join(dir, "data"));
  const backend = hosted.define(localDefinition({ allowHostBash: true, envAllow: ["MYSQL_PWD"] }));
  onTestFinished(async () => {
    await backend.dispose();
    rmSync(dir, { recursive: true, force: true });
  });
  return backend.acquire({
    key: "env",
    mounts: [{ target: "/mnt/user-data/workspace", source: { host: join(dir, "workspace") } }],
    cwd: "/mnt/user-data/workspace",
    network: { mode: "host" },
  });
}

it("ENV-009, ENV-012: a command sees the injected value, and the process keeps its own", async () => {
  process.env["MYSQL_PWD"] = "host";
  onTestFinished(() => {
    delete process.env["MYSQL_PWD"];
  });
  const before = { ...process.env };
  const sandbox = await localSandbox();
  const { stdout } = await exec(sandbox, { command: 'echo "$MYSQL_PWD"', env: { MYSQL_PWD: "req" } });
  expect(new TextDecoder().decode(stdout)).toBe("req\n");
  expect({ ...process.env }).toEqual(before);
});
