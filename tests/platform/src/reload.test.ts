import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createReloadingPlatform } from "@antler/core";
import type { Plugin } from "@antler/plugin-api";
import { modelPlugin, scriptedModel } from "@antler/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loaded, POLICY } from "./fixture.js";

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "antler-reload-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

it("CFG-11, CFG-032: the next run uses an edited config; a broken edit keeps the last good one and is told once", async () => {
  const configFile = join(dir, "config.yaml");
  const write = (prompt: string): void =>
    writeFileSync(configFile, `models: [{ name: main, use: fake }]\nlead: { system_prompt: ${prompt} }\n`);
  write("first prompt");
  const model = scriptedModel(({ call }) => `answer ${call}`);
  const holder = await createReloadingPlatform({
    configFile,
    defaultPlugins: [POLICY, loaded(modelPlugin("fake", model) as Plugin)],
  });
  const broken: unknown[] = [];
  const run = () => holder.run({ prompt: "go", threadId: "t" }, (failure) => broken.push(failure));
  await run();
  write("second prompt");
  await run();
  writeFileSync(configFile, "models: [\n");
  await run();
  expect((await run()).status).toBe("completed");
  expect(model.requests.map(({ messages }) => messages[0]?.text)).toEqual([
    "first prompt",
    "second prompt",
    "second prompt",
    "second prompt",
  ]);
  expect(broken).toMatchObject([{ code: "ANTLER_CONFIG_INVALID" }]);
  expect(model.requests.at(-1)?.messages.filter((message) => message.getType() === "human")).toHaveLength(4);
  await holder.stop();
});
