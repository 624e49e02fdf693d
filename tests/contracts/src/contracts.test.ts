import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_PLUGINS } from "@antler/cli";
import { createPlatform } from "@antler/core";
import { MIDDLEWARE, SKILL_SOURCE, TOOL_FILTER, TOOL_PROVIDER } from "@antler/plugin-api";
import { InProcessExecutor } from "@antler/subagents";
import {
  middlewareContract,
  skillSourceContract,
  type TestRunner,
  taskExecutorContract,
  toolFilterContract,
  toolProviderContract,
} from "@antler/testing";
import { afterAll, describe, expect, it } from "vitest";

const runner: TestRunner = { describe, it, expect };
const folder = mkdtempSync(join(tmpdir(), "antler-contracts-"));
mkdirSync(join(folder, "skills", "greet"), { recursive: true });
writeFileSync(
  join(folder, "skills", "greet", "SKILL.md"),
  "---\nname: greet\ndescription: How to greet people.\nallowed-tools: read_file\n---\n\nSay hello.\n",
);
const platform = await createPlatform({
  configFile: join(folder, "config.yaml"),
  configText:
    "models: [{ name: main, use: scripted, turns: [{ text: hello }] }]\nsandbox: { use: local }\nskills: { paths: [skills] }\n",
  defaultPlugins: DEFAULT_PLUGINS,
});
afterAll(() => platform.stop());
const { services } = platform;

describe("what Antler comes with", () => {
  it("is there to be tested", () => {
    expect(services.all(TOOL_FILTER).length).toBeGreaterThanOrEqual(3);
    expect(services.all(TOOL_PROVIDER).length).toBeGreaterThanOrEqual(2);
    expect(services.all(MIDDLEWARE).length).toBeGreaterThanOrEqual(4);
    expect(services.all(SKILL_SOURCE).length).toBeGreaterThanOrEqual(1);
  });
  for (const filter of services.all(TOOL_FILTER))
    toolFilterContract(runner, { name: filter.name, create: () => filter });
  for (const provider of services.all(TOOL_PROVIDER))
    toolProviderContract(runner, { name: provider.name, create: () => provider });
  for (const factory of services.all(MIDDLEWARE))
    middlewareContract(runner, { name: factory.name, create: () => factory });
  for (const source of services.all(SKILL_SOURCE))
    skillSourceContract(runner, { name: source.name, create: () => source });
  taskExecutorContract(runner, {
    name: "in-process",
    width: 3,
    create: (factory) => {
      const executor = new InProcessExecutor({ maxRunning: 3, graceMs: 1000, agentFactory: () => factory });
      return { subject: executor, dispose: () => executor.stop() };
    },
  });
});
